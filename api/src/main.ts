import { createAdaptorServer } from '@hono/node-server';

import { createApp } from './app.ts';
import { consoleRoutes } from './console/serve-console.ts';
import { describeFailure } from './http/describe-failure.ts';
import { createLog } from './http/log.ts';
import { answerUnreadable, drainOnSignal, listen } from './http/serve.ts';
import { answerWhileStarting } from './http/starting.ts';
import { startServices } from './services.ts';
import { readSettings } from './settings.ts';

type FetchCallback = Parameters<typeof createAdaptorServer>[0]['fetch'];

const log = createLog((line) => process.stdout.write(line));

try {
  const settings = readSettings(process.env);
  // The port is taken first: who else has it is known at once, and nothing was opened for nothing.
  let answer: FetchCallback = answerWhileStarting;
  const server = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    // A large upload takes longer than Node's five minutes; archives watch their own pace.
    serverOptions: { requestTimeout: 0 },
  });
  answerUnreadable(server);
  await listen(server, settings);
  const services = await startServices(settings, log);
  const app = createApp(
    services.dependencies,
    consoleRoutes({ ...settings.console, apiUrl: '' }, log),
  );
  answer = app.fetch;
  drainOnSignal(server, services, log);
  log.info('ready', { address: settings.publicUrl });
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
