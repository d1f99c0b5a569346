import { spawn } from 'node:child_process';
import path from 'node:path';

import { root } from './built-state.ts';

/** Builds one package into its staging folder. Rejects with the compiler's output. */
export function runRspack(packageName: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(path.join(root, packageName, 'node_modules/.bin/rspack'), ['build'], {
    cwd: path.join(root, packageName),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`${packageName} could not be built:\n${output}`));
  });
  return promise;
}
