import { flushCompileCache } from 'node:module';

import { createApp } from './app.ts';
import { consoleRoutes } from './operations/console/serve-console.ts';
import { describeFailure } from './operations/health/describe-failure.ts';
import { createLog } from './platform/log.ts';
import { createPrivately } from './operations/health/private-files.ts';
import {
  createListener,
  drainOnSignal,
  listen,
  type RequestHandler,
} from './platform/http/serve.ts';
import { strictTransportHeaders } from './platform/http/responses.ts';
import { respondWhileStarting } from './platform/http/startup-response.ts';
import { readAhead } from './content/search/read-ahead.ts';
import { startServices } from './services.ts';
import { isSharedDatabase } from './platform/database/open-database.ts';
import { readSettings } from './platform/settings/settings.ts';
import { VERSION } from './platform/version.ts';

createPrivately();
const log = createLog((line) => process.stdout.write(line));

try {
  const settings = readSettings(process.env);
  const headers = strictTransportHeaders(settings.publicUrl);
  let handle: RequestHandler = respondWhileStarting(headers);
  const server = createListener((request, env) => handle(request, env), headers);
  // The port is taken first: if it is in use, nothing else is opened. Where other instances may respond
  // meanwhile, it is taken last: a proxy sends them what it cannot connect here.
  const listensFirst = !isSharedDatabase(settings);
  if (listensFirst) await listen(server, settings);
  const services = await startServices(settings, log);
  const app = createApp(
    services.dependencies,
    consoleRoutes({ ...settings.console, apiUrl: '' }, log),
  );
  handle = app.fetch;
  if (!listensFirst) await listen(server, settings);
  drainOnSignal(server, services, log);
  log.info('ready', { address: settings.publicUrl, version: VERSION });
  void readAhead(services.dependencies);
  // Written now, as a server may be killed rather than ended.
  flushCompileCache();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
