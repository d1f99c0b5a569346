import { setTimeout as pause } from 'node:timers/promises';

import type { Database, Queryable } from '../database/database.ts';
import { isMissing, type ArchiveStorage, type StorageLocation } from './archive-storage.ts';

/** Lists of files leave it out, also those of earlier versions. */
export const IDENTITY_KEY = 'identity/storage-id';
const ID = /^[0-9a-f-]{36}$/;

// An arbitrary number that no other program on the same database uses.
const IDENTITY_LOCK = 4_915_200_733;

/** A shared folder of a network may show a file that another machine has written only after a while. */
const PAUSES_MILLISECONDS = [100, 400, 1000, 2000, 4000, 8000];

/** The storage and the database do not belong together. The message tells the operator what to do. */
export class StorageMismatch extends Error {
  override readonly name = 'StorageMismatch';
}

/**
 * Compares the id in the storage with that in the database. Where neither has one, as at the first start or the first
 * after an upgrade, both get one; servers that start at the same time agree on it, and one that was killed is continued.
 * @throws {StorageMismatch} if they differ.
 */
export async function requireOwnStorage(
  database: Database,
  storage: ArchiveStorage,
  pauses: readonly number[] = PAUSES_MILLISECONDS,
): Promise<void> {
  const locked = (work: (tx: Queryable) => Promise<void>) =>
    database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [IDENTITY_LOCK]);
      await work(tx);
    });
  await locked(async (tx) => {
    if ((await readDatabaseIdentity(tx)) !== undefined) return;
    if ((await readStorageIdentity(storage)) !== undefined) throw usedByAnother(storage);
    await renewIdentity(tx);
  });
  await locked(async (tx) => {
    const expected = await readDatabaseIdentity(tx);
    if (expected?.isStored === true) await compare(storage, expected.id, pauses);
    else if (expected !== undefined) await store(tx, storage, expected.id);
  });
}

/** Compares what has ids, and writes none. @throws {StorageMismatch} */
export async function compareIdentity(tx: Queryable, storage: ArchiveStorage): Promise<void> {
  const expected = await readDatabaseIdentity(tx);
  if (expected?.isStored === true) await compare(storage, expected.id, []);
}

/** Gives a database an id, which is to be stored. */
export async function renewIdentity(tx: Queryable): Promise<void> {
  await tx.query('DELETE FROM storage_identity');
  await tx.query('INSERT INTO storage_identity DEFAULT VALUES');
}

async function compare(
  storage: ArchiveStorage,
  expected: string,
  pauses: readonly number[],
): Promise<void> {
  let found = await readStorageIdentity(storage);
  for (const milliseconds of pauses) {
    if (found !== undefined) break;
    await pause(milliseconds);
    found = await readStorageIdentity(storage);
  }
  if (found !== expected) throw mismatch(storage, found);
}

async function store(tx: Queryable, storage: ArchiveStorage, id: string): Promise<void> {
  const found = await readStorageIdentity(storage);
  if (found !== undefined && found !== id) throw usedByAnother(storage);
  const staged = await storage.stage(ReadableStream.from([Buffer.from(id)]), id.length);
  await staged.keep(IDENTITY_KEY);
  await tx.query('UPDATE storage_identity SET is_stored = true');
}

export async function readStorageIdentity(storage: ArchiveStorage): Promise<string | undefined> {
  try {
    const source = await storage.open(IDENTITY_KEY);
    try {
      const text = (await source.read(0, source.size)).toString();
      // An empty or half file is one that is still on its way.
      return ID.test(text) ? text : undefined;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function readDatabaseIdentity(
  tx: Queryable,
): Promise<{ id: string; isStored: boolean } | undefined> {
  const [row] = await tx.query<{ id: string; isStored: boolean }>(
    'SELECT id, is_stored AS "isStored" FROM storage_identity',
  );
  return row;
}

const nameOf = (location: StorageLocation) =>
  location.kind === 's3' ? `The storage ${location.url}` : `The folder ${location.directory}`;
const settingOf = ({ kind }: StorageLocation) => (kind === 's3' ? 'STORAGE_URL' : 'DATA_DIR');

function mismatch({ location }: ArchiveStorage, found: string | undefined): StorageMismatch {
  const why = found === undefined ? 'it has no id' : 'it is that of another database';
  return new StorageMismatch(
    `${nameOf(location)} is not the storage of this database: ${why}. All instances on one database use one storage: set ${settingOf(location)} to the one that holds its files, or mount it there.`,
  );
}

export function usedByAnother({ location }: Pick<ArchiveStorage, 'location'>): StorageMismatch {
  return new StorageMismatch(
    `${nameOf(location)} is the storage of another database: set ${settingOf(location)} to an empty one, or DATABASE_URL to that database. If that database is gone, delete ${IDENTITY_KEY} in the storage.`,
  );
}
