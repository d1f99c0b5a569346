import { spawn } from 'node:child_process';
import path from 'node:path';

import { build } from './build.ts';
import { root } from './built-state.ts';

/** Builds what changed and hands the terminal to the server, whose exit code becomes this one's. */
async function start(): Promise<void> {
  await build((line) => process.stdout.write(`${line}\n`));
  const server = spawn(process.execPath, [path.join(root, 'api/src/main.ts')], {
    stdio: 'inherit',
    cwd: root,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => server.kill(signal));
  }
  server.on('close', (code) => (process.exitCode = code ?? 1));
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
