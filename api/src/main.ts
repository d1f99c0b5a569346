import { flushCompileCache } from 'node:module';

import { createApp } from './app.ts';
import { consoleRoutes } from './console/serve-console.ts';
import { describeFailure } from './operations/describe-failure.ts';
import { createLog } from './log.ts';
import { createPrivately } from './operations/private-files.ts';
import { createListener, drainOnSignal, listen, type RequestHandler } from './http/serve.ts';
import { strictTransportHeaders } from './http/responses.ts';
import { respondWhileStarting } from './http/startup-response.ts';
import { readAhead } from './search/reading-ahead/read-ahead.ts';
import { startServices } from './services.ts';
import { readSettings } from './settings/settings.ts';

createPrivately();
const log = createLog((line) => process.stdout.write(line));

try {
  const settings = readSettings(process.env);
  const headers = strictTransportHeaders(settings.publicUrl);
  let handle: RequestHandler = respondWhileStarting(headers);
  const server = createListener((request, env) => handle(request, env), headers);
  // The port is taken first: if it is in use, nothing else is opened. Where other instances may respond
  // meanwhile, it is taken last: a proxy sends them what it cannot connect here.
  const listensFirst = settings.databaseUrl === undefined;
  if (listensFirst) await listen(server, settings);
  const services = await startServices(settings, log);
  const app = createApp(
    services.dependencies,
    consoleRoutes({ ...settings.console, apiUrl: '' }, log),
  );
  handle = app.fetch;
  if (!listensFirst) await listen(server, settings);
  drainOnSignal(server, services, log);
  log.info('ready', { address: settings.publicUrl });
  void readAhead(services.dependencies);
  // Written now, as a server may be killed rather than ended.
  flushCompileCache();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
