import { randomUUID } from 'node:crypto';
import { constants, readdirSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { askHolder, lockDataDirectory } from './data-directory-lock.ts';

/** Where in a data directory the embedded database stands. */
export const DATABASE_FOLDER = 'database';

const SNAPSHOT = /^snapshot-[0-9a-f-]{36}$/;

/**
 * Has the process that holds a data directory copy its database, and gives the folder of the copy,
 * which opens like a data directory; undefined where no process holds it. The caller removes it.
 */
export async function requestSnapshot(dataDirectory: string): Promise<string | undefined> {
  // Whoever may make this folder may read the database anyway: the holder asks for no other proof.
  const name = `snapshot-${randomUUID()}`;
  const folder = join(dataDirectory, name);
  await mkdir(folder, { mode: 0o700 });
  try {
    if ((await askHolder(dataDirectory, name)) !== undefined) return folder;
    await rm(folder, { recursive: true });
    return undefined;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Copies the database into the empty folder that another process made for it. */
export async function answerForSnapshot(
  dataDirectory: string,
  request: string,
  rest: (copy: () => Promise<void>) => Promise<void> | undefined,
): Promise<string> {
  const folder = join(dataDirectory, request);
  if (!SNAPSHOT.test(request) || (await readdir(folder)).length > 0) {
    throw new Error('Nobody asks for a snapshot so');
  }
  // As after a kill: what was committed is in the write-ahead log.
  const copied = rest(() =>
    cp(join(dataDirectory, DATABASE_FOLDER), join(folder, DATABASE_FOLDER), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    }),
  );
  if (copied === undefined) throw new Error('The database is being opened');
  await copied;
  return request;
}

/** Removes snapshots that were left by processes that are gone. */
export async function removeSnapshots(dataDirectory: string): Promise<void> {
  for (const name of readdirSync(dataDirectory).filter((name) => SNAPSHOT.test(name))) {
    const folder = join(dataDirectory, name);
    const release = await lockDataDirectory(folder).catch(() => undefined);
    if (release === undefined) continue;
    rmSync(folder, { recursive: true, force: true });
    await release();
  }
}
