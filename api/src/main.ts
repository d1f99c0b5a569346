import { flushCompileCache } from 'node:module';

import { createApp } from './app.ts';
import { consoleRoutes } from './operations/console/serve-console.ts';
import { describeFailure } from './operations/health/describe-failure.ts';
import { createLog } from './platform/log.ts';
import { createPrivately } from './operations/health/private-files.ts';
import { createStartLog } from './operations/health/start-log.ts';
import { endWithParent } from './platform/system/end-with-parent.ts';
import {
  createListener,
  drainOnSignal,
  listen,
  type RequestHandler,
} from './platform/http/serve.ts';
import { refusalHeaders } from './platform/http/refusal-headers.ts';
import { strictTransportHeaders } from './platform/http/responses.ts';
import { respondWhileStarting } from './platform/http/startup/startup-response.ts';
import { readAhead } from './content/search/read-ahead.ts';
import { requireUsable, startServices } from './services.ts';
import { isSharedDatabase } from './platform/database/open-database.ts';
import { readSettings } from './platform/settings/settings.ts';
import { VERSION } from './platform/version.ts';

createPrivately();
const log = createLog((line) => process.stdout.write(line));
let stop: () => void = () => process.exit(1);
let endStart = () => {};
endWithParent(() => stop());

try {
  const settings = readSettings(process.env);
  requireUsable(settings);
  const start = createStartLog(log, {
    dataDirectory: settings.dataDirectory,
    port: settings.port,
  });
  endStart = start.end;
  const headers = strictTransportHeaders(settings.publicUrl);
  let handle: RequestHandler = respondWhileStarting(headers, refusalHeaders(headers, log));
  const server = createListener((request, env) => handle(request, env), headers, log);
  // The port is taken first: if it is in use, nothing else is opened. Where other instances may respond
  // meanwhile, it is taken last: a proxy sends them what it cannot connect here.
  const listensFirst = !isSharedDatabase(settings);
  if (listensFirst) await listen(server, settings);
  const services = await startServices(settings, start.log);
  const app = createApp(
    services.dependencies,
    consoleRoutes({ ...settings.console, apiUrl: '' }, log),
  );
  handle = app.fetch;
  if (!listensFirst) await listen(server, settings);
  stop = drainOnSignal(server, services, log);
  endStart();
  log.info('ready', { address: settings.publicUrl, version: VERSION });
  void readAhead(services.dependencies);
  // Written now, as a server may be killed rather than ended.
  flushCompileCache();
} catch (error) {
  endStart();
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
