import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { requestFromHolder, lockDataDirectory } from './data-directory-lock.ts';

/** The embedded database's folder in a data directory. */
export const DATABASE_FOLDER = 'database';

const SNAPSHOT = /^snapshot-[0-9a-f-]{36}$/;

/**
 * Asks the process that holds a data directory to copy its database. Returns the folder of the copy,
 * which opens like a data directory and which the caller deletes; undefined if no process holds it.
 */
export async function requestSnapshot(dataDirectory: string): Promise<string | undefined> {
  // A process that may create this folder may also read the database, so the holder needs no other proof.
  const name = `snapshot-${randomUUID()}`;
  const folder = join(dataDirectory, name);
  await mkdir(folder, { mode: 0o700 });
  try {
    if ((await requestFromHolder(dataDirectory, name)) !== undefined) return folder;
    await rm(folder, { recursive: true });
    return undefined;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Copies the database into the empty folder that the requesting process created. */
export async function copySnapshot(
  dataDirectory: string,
  request: string,
  copyTo: (target: string) => Promise<void> | undefined,
): Promise<string> {
  const folder = join(dataDirectory, request);
  if (!SNAPSHOT.test(request) || (await readdir(folder)).length > 0) {
    throw new Error('This is not a request for a snapshot');
  }
  const copied = copyTo(join(folder, DATABASE_FOLDER));
  if (copied === undefined) throw new Error('The database is being opened');
  await copied;
  return request;
}

/** Deletes snapshots whose process has ended. */
export async function cleanUpSnapshots(dataDirectory: string): Promise<void> {
  for (const name of readdirSync(dataDirectory).filter((name) => SNAPSHOT.test(name))) {
    const folder = join(dataDirectory, name);
    const release = await lockDataDirectory(folder).catch(() => undefined);
    if (release === undefined) continue;
    rmSync(folder, { recursive: true, force: true });
    await release();
  }
}
