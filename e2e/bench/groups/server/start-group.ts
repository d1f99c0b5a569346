import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from '../../../support/servers/free-port.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { firstCallRows } from '../../load/first-calls.ts';
import type { BenchGroup, BenchRow } from '../../report/bench-row.ts';
import { memoryOf } from '../../memory.ts';

/** After this time the server has returned the memory of the start to the system. */
const SETTLING_MS = 10_000;
const POLL_MS = 25;

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const BUILT = path.join(ROOT, 'dist');

async function serverRows(): Promise<BenchRow[]> {
  const began = performance.now();
  const server = await ServerProcess.start({}, { createsDatabase: true });
  const fresh = performance.now() - began;
  await server.kill();
  const again = performance.now();
  await server.run();
  const reopened = performance.now() - again;
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  const idle = await memoryOf(server.pid);
  const session = await ApiSession.open(server);
  const firstCalls = await firstCallRows(server, session);
  await server.stop();
  return [
    { what: 'server, to the first answer, empty data directory', value: fresh / 1000, unit: 's' },
    { what: 'server, to the first answer, used data directory', value: reopened / 1000, unit: 's' },
    { what: 'memory, idle, ten seconds after start', value: idle.now, unit: 'MiB' },
    ...firstCalls,
  ];
}

const node = (script: string, environment: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [path.join(ROOT, 'scripts/run', script)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Polls the sign-in page until the server responds. */
async function waitForServer(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(`${url}/login`).catch(() => undefined);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('The server ended before it answered.');
}

/** Returns the seconds from `pnpm start` to the sign-in page, with a used data directory. */
async function startOnce(directory: string): Promise<number> {
  const port = await freePort();
  const exited = new AbortController();
  const began = performance.now();
  const child = node('start.ts', { DATA_DIR: directory, PORT: String(port) });
  const ended = once(child, 'exit').finally(() => exited.abort());
  try {
    await waitForServer(`http://localhost:${port}`, exited.signal);
    return (performance.now() - began) / 1000;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function startRow(): Promise<BenchRow> {
  const directory = await mkdtemp(path.join(tmpdir(), 'carrel-bench-start-'));
  try {
    await startOnce(directory);
    const samples = [await startOnce(directory), await startOnce(directory)];
    const value = Math.max(...samples);
    const what = '`pnpm start` with nothing changed, to the sign-in page';
    return { what, value, unit: 's', goal: { atMost: 5 }, samples };
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function buildOnce(): Promise<number> {
  const began = performance.now();
  const [code] = await once(node('build.ts'), 'exit');
  if (code !== 0) throw new Error(`The build ended with ${String(code)}.`);
  return (performance.now() - began) / 1000;
}

/** Deletes a package's hash in a folder, so that it is built again. */
async function deleteHash(folder: string, name: string): Promise<void> {
  const file = path.join(folder, '.built.json');
  const hashes = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  Reflect.deleteProperty(hashes, name);
  await writeFile(file, JSON.stringify(hashes));
}

/** Builds into an empty folder; the earlier build is moved away and restored. */
async function buildRows(): Promise<BenchRow[]> {
  const aside = path.join(ROOT, '.dist-of-bench');
  await rename(BUILT, aside);
  try {
    const full = await buildOnce();
    for (const folder of ['staging', 'console'])
      await deleteHash(path.join(BUILT, folder), 'mf-auth');
    const one = await buildOnce();
    return [
      { what: 'full build of six packages', value: full, unit: 's', goal: { atMost: 30 } },
      { what: 'build of one remote', value: one, unit: 's', goal: { atMost: 5 } },
    ];
  } finally {
    await rm(BUILT, { recursive: true, force: true });
    await rename(aside, BUILT);
  }
}

export const startGroup: BenchGroup = {
  title: 'Start',
  method:
    'The server alone, and its first calls after each of five starts that follow a kill; `pnpm start` on a built console, the slower of two runs; and builds, the full one into an empty folder. Processor not slowed down.',
  measure: async () => [...(await serverRows()), await startRow(), ...(await buildRows())],
};
