import { enableCompileCache } from 'node:module';

import { runScript } from '../publish/run-script.ts';
import { SERVER_ENVIRONMENT } from './server-environment.ts';

/** Checks the settings, builds what changed and runs the server, whose exit code becomes this process's. */
async function start(): Promise<void> {
  // Before the modules are loaded that this is about.
  enableCompileCache(SERVER_ENVIRONMENT.NODE_COMPILE_CACHE);
  const { endWithPackageManager } = await import('./package-manager.ts');
  endWithPackageManager(() => process.exit(1));
  const { readSettings } = await import('@carrel/api/settings');
  readSettings(process.env);
  const { build } = await import('./build.ts');
  await build((line) => process.stdout.write(`${line}\n`));
  const { installForSettings } = await import('./install-model-runtime.ts');
  await installForSettings(process.env);
  const { root } = await import('../publish/built-state.ts');
  const { runServer } = await import('./run-server.ts');
  runServer(process.execPath, root);
}

await runScript(start);
