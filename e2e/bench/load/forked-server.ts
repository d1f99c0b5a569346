import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from '../../support/servers/free-port.ts';

const SERVERS = path.resolve(import.meta.dirname, '../../../testing/servers');

/** Where a server of the bench keeps its rows. */
export type DatabaseKind = 'embedded' | 'postgres';

/**
 * Runs a server of `testing/servers` on a new folder, and returns what `act` returns. `act` gets the message that the
 * server sends once it is ready.
 */
export async function withForkedServer<Result>(
  file: string,
  settings: Record<string, string>,
  act: (message: unknown, child: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  const child = fork(path.join(SERVERS, file), {
    env: {
      ...process.env,
      DATA_DIR: directory,
      PORT: String(await freePort()),
      BENCH_POSTGRES: '',
      ...settings,
    },
    // The log is discarded: a terminal would slow the server down.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The server ended with ${String(code)}.`);
      }),
    ]);
    return await act(message, child);
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The settings of a database. */
export const settingsOf = (kind: DatabaseKind): Record<string, string> =>
  kind === 'postgres' ? { BENCH_POSTGRES: '1' } : {};

/** Measures on the embedded database and on PostgreSQL, whose rows say so. */
export async function onBothDatabases<Row extends { what: string }>(
  measure: (kind: DatabaseKind) => Promise<Row[]>,
): Promise<Row[]> {
  const embedded = await measure('embedded');
  const served = await measure('postgres');
  return [
    ...embedded,
    ...served.map((row) => Object.assign(row, { what: `on PostgreSQL: ${row.what}` })),
  ];
}
