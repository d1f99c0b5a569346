import { createAdaptorServer } from '@hono/node-server';

import { createApp } from './app.ts';
import { consoleRoutes } from './console/serve-console.ts';
import { describeFailure } from './http/describe-failure.ts';
import { createLog } from './http/log.ts';
import { drainOnSignal, listen } from './http/serve.ts';
import { startServices } from './services.ts';
import { readSettings } from './settings.ts';

const log = createLog((line) => process.stdout.write(line));

try {
  const settings = readSettings(process.env);
  const services = await startServices(settings, log);
  const app = createApp(services.dependencies, consoleRoutes({ ...settings.console, apiUrl: '' }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await listen(server, settings).catch(async (error: unknown) => {
    await services.stop();
    throw error;
  });
  drainOnSignal(server, () => services.stop(), log);
  log.info('ready', { address: settings.publicUrl });
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
