import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Database } from '../database/database.ts';
import type { ArchiveStorage } from './archive-storage.ts';
import { openStorage } from './open-storage.ts';
import { readStorageIdentity, requireOwnStorage } from './storage-identity.ts';

let folder: string;
let store: S3TestServer;
let database: Database;
let bucket: () => Promise<ArchiveStorage>;

const inFolder = (name: string) => openStorage({ kind: 'folder', directory: join(folder, name) });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-identity-'));
  store = await startS3Server();
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
  bucket = () => openStorage({ kind: 's3', url: store.url });
  database = await createTestDatabase();
});
beforeEach(() => database.query('DELETE FROM storage_identity'));
afterEach(() => store.objects.clear());
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
  await store.stop();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['a folder', () => inFolder('shared')],
  ['a bucket', () => bucket()],
])('%s', (_, open) => {
  test('gets an id with its database, which instances that start at the same time agree on', async () => {
    const storage = await open();
    await Promise.all([
      requireOwnStorage(database, storage, []),
      requireOwnStorage(database, await open(), []),
    ]);
    const [row] = await database.query<{ id: string }>('SELECT id FROM storage_identity');
    expect(await readStorageIdentity(storage)).toBe(row?.id);
    expect(await storage.list()).toEqual([]);
    await requireOwnStorage(database, storage, []);
  });

  test('of another database is refused', async () => {
    const storage = await open();
    if ((await readStorageIdentity(storage)) === undefined) {
      await requireOwnStorage(database, storage, []);
      await database.query('DELETE FROM storage_identity');
    }
    await expect(requireOwnStorage(database, storage, [])).rejects.toThrow(
      'is the storage of another database',
    );
  });
});

test('a folder that is not the one of the database is refused, with what to do', async () => {
  await requireOwnStorage(database, await inFolder('first'), []);
  await expect(requireOwnStorage(database, await inFolder('second'), [1])).rejects.toThrow(
    `The folder ${join(folder, 'second')} is not the storage of this database: it has no id. All instances on one database use one storage: set DATA_DIR to the one that holds its files, or mount it there.`,
  );
});

test('a first start that was killed before or after it stored the id is continued', async () => {
  const storage = await inFolder('killed');
  await database.query('INSERT INTO storage_identity DEFAULT VALUES');
  await requireOwnStorage(database, storage, []);
  await database.query('UPDATE storage_identity SET is_stored = false');
  await requireOwnStorage(database, storage, []);
  await database.query('UPDATE storage_identity SET is_stored = false, id = gen_random_uuid()');
  await expect(requireOwnStorage(database, storage, [])).rejects.toThrow('of another database');
});

test('an id that another machine has just written is waited for', async () => {
  await requireOwnStorage(database, await inFolder('here'), []);
  const [row] = await database.query<{ id: string }>('SELECT id FROM storage_identity');
  const late = await inFolder('late');
  const staged = await late.stage(ReadableStream.from([Buffer.from('x')]), 1);
  await staged.keep('identity/storage-id');
  const looking = requireOwnStorage(database, late, [20, 20, 20, 2000]);
  writeFileSync(join(folder, 'late/identity/storage-id'), row?.id ?? '');
  await looking;
  expect(await readStorageIdentity(late)).toBe(row?.id);
});
