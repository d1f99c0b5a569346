import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRunning } from '../../platform/system/is-running.ts';

/** What a server waits for that does not listen yet, or responds with 503. */
export interface Starting {
  /** What it does, and why it waits if it does. */
  doing: string;
  seconds: number;
}

interface Stored {
  pid: number;
  doing: string;
  /** Milliseconds since 1970, of this machine's clock alone. */
  since: number;
}

type Where = { dataDirectory: string; port: number };

const fileOf = ({ dataDirectory, port }: Where) => join(dataDirectory, `starting-${port}.json`);

/** Says what the server with these settings does before it is ready. Nothing is created beside the file. */
export function writeStarting(where: Where, doing: string): void {
  const stored: Stored = { pid: process.pid, doing, since: Date.now() };
  try {
    writeFileSync(fileOf(where), JSON.stringify(stored), { mode: 0o600 });
  } catch {
    // There is no data directory yet, or it is not writable, which the start says.
  }
}

/** The server is ready, or has ended. */
export function removeStarting(where: Where): void {
  try {
    rmSync(fileOf(where), { force: true });
  } catch {
    // It is not this server's to remove.
  }
}

/** Returns what a server of this machine does before it is ready; undefined where none starts. */
export function readStarting(where: Where): Starting | undefined {
  try {
    const { pid, doing, since } = JSON.parse(readFileSync(fileOf(where), 'utf8')) as Stored;
    if (!isRunning(pid)) return undefined;
    return { doing, seconds: Math.max(0, (Date.now() - since) / 1000) };
  } catch {
    return undefined;
  }
}
