import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { consoleFolder, REMOTES, root, sourceHash } from './built-state.ts';
import { precompress } from './precompress.ts';
import { writeRegistry } from './write-registry.ts';

/** What was built last, by package: the hash of its sources. Deleted with the folder. */
const STATE_FILE = path.join(consoleFolder, '.built.json');

async function readState(): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(STATE_FILE, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

function run(packageName: string): Promise<void> {
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

/**
 * Builds the shell and the remotes whose sources changed since the last time, all at once. `say` is
 * called with a line for each step. Rejects with the compiler's words where one fails.
 */
export async function build(say: (line: string) => void): Promise<void> {
  await mkdir(consoleFolder, { recursive: true });
  const before = await readState();
  const packages = ['shell', ...REMOTES];
  const hashes = Object.fromEntries(
    await Promise.all(packages.map(async (name) => [name, await sourceHash(name)] as const)),
  );
  const changed = packages.filter((name) => before[name] !== hashes[name]);
  if (changed.length === 0) {
    say('The console is built already.');
    return;
  }
  const started = performance.now();
  say(`Building ${changed.join(', ')} ...`);
  await Promise.all(changed.map(run));
  await writeRegistry(consoleFolder);
  await precompress(consoleFolder);
  await writeFile(STATE_FILE, JSON.stringify(hashes, null, 2));
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) {
  try {
    await build((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
