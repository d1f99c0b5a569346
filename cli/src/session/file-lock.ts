import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock that is older was left by a process that was killed. */
const STALE_MS = 60_000;
const POLL_MS = 50;

/** Runs `work` while no other process holds the lock of the same file. */
export async function withFileLock<Result>(
  file: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  while (!(await acquire(file))) await pause(POLL_MS, undefined, { signal });
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const held = await stat(file).catch(() => undefined);
    if (held !== undefined && Date.now() - held.mtimeMs > STALE_MS) {
      await rm(file, { force: true });
    }
    return false;
  }
}
