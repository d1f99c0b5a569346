import { createApp } from './app.ts';
import { consoleRoutes } from './console/serve-console.ts';
import { describeFailure } from './operations/describe-failure.ts';
import { createLog } from './log.ts';
import { createListener, drainOnSignal, listen, type Answer } from './http/serve.ts';
import { answerWhileStarting } from './http/starting.ts';
import { startServices } from './services.ts';
import { readSettings } from './settings.ts';

const log = createLog((line) => process.stdout.write(line));

try {
  const settings = readSettings(process.env);
  // The port is taken first: where it is in use, nothing else is opened.
  let respond: Answer = answerWhileStarting;
  const server = createListener((request, env) => respond(request, env));
  await listen(server, settings);
  const services = await startServices(settings, log);
  const app = createApp(
    services.dependencies,
    consoleRoutes({ ...settings.console, apiUrl: '' }, log),
  );
  respond = app.fetch;
  drainOnSignal(server, services, log);
  log.info('ready', { address: settings.publicUrl });
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
