import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openStorage, storageLocation } from '../../platform/storage/open-storage.ts';
import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { openPostgres } from '../../platform/database/postgres/postgres-database.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { tusRequests } from '@carrel/testing/tus-requests.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { readStored } from './stored-files.ts';
import { verify } from './verify/verify.ts';
import { writeBackup } from './write-backup.ts';

const ROUNDS = hardCount(1, 20);

/** One file cannot be partitioned, so that its bytes are kept. */
const LIBRARY = Uint8Array.from(
  buildZip([
    { name: 'notes/one.md', content: '# One\n\nSome words.' },
    { name: 'notes/two.md', content: '# Two\n\nOther words.' },
    { name: 'sound.wav', content: 'RIFF....WAVEfmt ' },
  ]),
);
const ENDED = { embedded: 2, partitioning_error: 1, total: 3 };

let folder: string;
let postgres: TestPostgres;
let store: S3TestServer;
let server: ServerProcess;
let other: ServerProcess | undefined;
let organizationId: string;

type Place = Parameters<typeof restoreBackup>[0];

const place = (name: string): Place => ({
  databaseUrl: undefined,
  storageUrl: undefined,
  dataDirectory: join(folder, name),
});

/** Returns the settings of a new database on the server and a new folder for files. */
async function postgresPlace(name: string): Promise<Place> {
  const maintenance = await openPostgres(postgres.urlOf('postgres'));
  await maintenance.query(`CREATE DATABASE ${name}`);
  await maintenance.close();
  return { ...place(name), databaseUrl: postgres.urlOf(name) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-backup-'));
  postgres = startTestPostgres();
  store = await startS3Server();
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
  server = await createTestServer(join(folder, 'served'));
  await server.start();
  await server.signIn();
  const made = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
}, 120_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  await server.kill();
  await other?.kill();
  await store.stop();
  postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

async function createDataset(): Promise<string> {
  const made = await server.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  return (await readJson<{ id: string }>(made)).id;
}

async function upload(datasetId: string, query: string): Promise<void> {
  const path = `/datasets/${datasetId}/archives${query}`;
  const response = await server.call('POST', path, { organizationId, body: LIBRARY });
  expect(response.status).toBe(201);
  await response.arrayBuffer();
}

/** Uploads until `isDone`; some archives are purged and some datasets deleted immediately. */
async function keepUploading(isDone: () => boolean): Promise<void> {
  for (let round = 0; !isDone(); round += 1) {
    const datasetId = await createDataset();
    await upload(datasetId, '?sync=true&purge_on_completion=true');
    await upload(datasetId, '?sync=false');
    if (round % 2 === 1) await server.call('DELETE', `/datasets/${datasetId}`, { organizationId });
  }
}

/** Returns the number of rows of each table, and a hash of them in any order. */
async function contentOf(tx: Queryable, tables: Manifest['tables']) {
  const rows: Record<string, number> = {};
  const hashes: Record<string, string> = {};
  // The copy has an id of its own.
  for (const { name } of tables.filter((table) => table.name !== 'storage_identity')) {
    const found = await tx.query<{ line: string }>(
      `SELECT row_to_json(t)::text AS line FROM "${name}" t`,
    );
    const lines = found.map(({ line }) => line).sort();
    rows[name] = lines.length;
    hashes[name] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return { rows, hashes };
}

async function restored(settings: Place, manifest: Manifest) {
  const database = await openDatabase(settings);
  const content = await contentOf(database, manifest.tables);
  await database.close();
  const files: Record<string, string> = {};
  const storage = await openStorage(storageLocation(settings));
  for (const { key } of await storage.list()) {
    const hash = createHash('sha256');
    for await (const piece of (await readStored(storage, key)) ?? []) hash.update(piece);
    files[key] = hash.digest('hex');
  }
  return { ...content, files };
}

/** Returns the content that a manifest lists. */
const expected = (manifest: Manifest) => ({
  rows: Object.fromEntries(
    manifest.tables
      .filter(({ name }) => name !== 'storage_identity')
      .map(({ name, rows }) => [name, rows]),
  ),
  files: Object.fromEntries(manifest.files.map(({ key, sha256 }) => [key, sha256])),
});

const faultsOf = async (settings: Place) =>
  (await verify(settings)).checks.filter(({ broken }) => broken > 0);

describe('D5: a backup', () => {
  let datasetId: string;
  let path: string;
  let served: Place;

  test(
    'made under load is consistent, and is restored into PostgreSQL with an S3 store and back into a new directory',
    async () => {
      // Stored files and unfinished documents that do not depend on when the load starts.
      datasetId = await createDataset();
      await upload(datasetId, '?sync=false&purge_on_completion=false');
      await upload(datasetId, '?sync=true');
      const tus = tusRequests({ owner: server, organizationId, datasetId });
      const unfinished = await tus.begin(100);
      expect((await tus.patch(unfinished, 0, Buffer.from('PK'))).status).toBe(204);
      let done = false;
      const load = keepUploading(() => done);
      for (let round = 0; round < ROUNDS; round += 1) {
        path = join(folder, `${randomUUID()}.zip`);
        expect((await writeBackup(place('served'), path)).missing).toEqual([]);
      }
      done = true;
      await load;

      served = { ...(await postgresPlace('served_one')), storageUrl: store.url };
      const manifest = await restoreBackup(served, path);
      expect(manifest.tables.map(({ name }) => name)).not.toContain('uploads');
      expect(JSON.stringify(manifest.files)).not.toContain(unfinished);
      const inPostgres = await restored(served, manifest);
      expect(inPostgres).toMatchObject(expected(manifest));
      expect(Object.keys(inPostgres.files)).not.toEqual([]);
      // Beside them is the storage's id.
      expect(store.objects.size).toBe(manifest.files.length + 1);
      expect(await faultsOf(served)).toEqual([]);

      const back = join(folder, 'back.zip');
      await writeBackup(served, back);
      await restoreBackup(place('fresh'), back);
      expect(await restored(place('fresh'), manifest)).toEqual(inPostgres);
      expect(await faultsOf(place('fresh'))).toEqual([]);
    },
    300_000 + ROUNDS * 180_000,
  );

  test('is continued by a server where the first one stopped', async () => {
    const second = await createTestServer(served.dataDirectory, {
      DATABASE_URL: served.databaseUrl ?? '',
      STORAGE_URL: store.url,
      ...store.environment,
    });
    other = second;
    await second.start();
    second.signInLike(server);
    const counts = async () => {
      const list = await second.call('GET', `/datasets/${datasetId}/documents`, { organizationId });
      return (await readJson<DocumentList>(list)).status_counts;
    };
    await expect.poll(counts, { timeout: 60_000 }).toMatchObject(ENDED);
    await second.kill();
  }, 120_000);

  test('is refused over an existing file, a used database or storage, and a directory in use', async () => {
    await expect(writeBackup(place('served'), path)).rejects.toThrow('There is a file');
    await expect(restoreBackup(place('served'), path)).rejects.toThrow('is in use by process');
    await expect(restoreBackup(place('fresh'), path)).rejects.toThrow('holds tables already');
    await expect(restoreBackup(served, path)).rejects.toThrow('holds tables already');
    await expect(writeBackup(place('nowhere'), join(folder, 'x.zip'))).rejects.toThrow(
      'There is no database in',
    );
    const full = await postgresPlace('used_storage');
    const bucket = { ...full, storageUrl: store.url };
    await expect(restoreBackup(bucket, path)).rejects.toThrow('is the storage of another');
    await mkdir(join(full.dataDirectory, 'archives'), { recursive: true });
    await writeFile(join(full.dataDirectory, 'archives', randomUUID()), 'x');
    await expect(restoreBackup(full, path)).rejects.toThrow('holds files already');
  }, 60_000);

  test('that is truncated or altered is refused before anything is written', async () => {
    const whole = await readFile(path);
    const altered = join(folder, 'altered.zip');
    const isRefused = async (bytes: Buffer) => {
      await writeFile(altered, bytes);
      await expect(restoreBackup(place('untouched'), altered)).rejects.toThrow(
        'is not a whole backup',
      );
    };
    for (const length of [0, 1, 63, 64, whole.length >> 1, whole.length - 1]) {
      await isRefused(whole.subarray(0, length));
    }
    await isRefused(Buffer.concat([whole, Buffer.from([0])]));
    const next = random();
    for (let round = 0; round < hardCount(20, 1000); round += 1) {
      const at = Math.floor(next() * whole.length);
      const bit = 1 << Math.floor(next() * 8);
      whole[at] = (whole[at] ?? 0) ^ bit;
      await isRefused(whole);
      whole[at] = (whole[at] ?? 0) ^ bit;
    }
    expect(await readdir(folder)).not.toContain('untouched');
  }, 600_000);
});

test('verifying knows the bytes of unfinished uploads, and finds those of none', async () => {
  const settings = place('fresh');
  const [upload, lost] = [randomUUID(), randomUUID()];
  const hoursAgo = new Date(Date.now() - 7_200_000);
  for (const key of [upload, lost]) {
    const file = join(settings.dataDirectory, 'archives/incoming', key);
    await writeFile(file, 'PK');
    await utimes(file, hoursAgo, hoursAgo);
  }
  const database = await openDatabase(settings);
  await database.query(
    `INSERT INTO uploads (id, organization_id, dataset_id, created_by, filename, size, received, expires_at)
     SELECT $1, organization_id, id, (SELECT id FROM accounts LIMIT 1), 'a.zip', 9, 2, now() FROM datasets LIMIT 1`,
    [upload],
  );
  await database.close();
  expect((await verify(settings)).findings).toEqual([
    `incoming/${lost} is in the storage, and nothing names it`,
  ]);
  await rm(join(settings.dataDirectory, 'archives/incoming', lost));
}, 60_000);

test('verifying finds a missing file, an altered one, and wrong counts', async () => {
  const settings = place('fresh');
  const archives = join(settings.dataDirectory, 'archives');
  const [lost = '', altered = ''] = (await readdir(archives, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  await rm(join(archives, lost));
  await appendFile(join(archives, altered), 'x');
  const database = await openDatabase(settings);
  await database.query('UPDATE dataset_counts SET embedded = embedded + 1');
  await database.close();

  const { checks, findings } = await verify(settings);
  const broken = checks.filter((check) => check.broken > 0).map(({ name }) => name);
  expect(broken).toEqual([
    'counts of datasets add up',
    'archives have their file',
    'files have their size and SHA-256',
  ]);
  expect(findings).toContainEqual(`${lost} is not in the storage`);
  expect(findings).toContainEqual(expect.stringMatching(`^${altered} has `));
}, 60_000);
