import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Queryable } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { openPostgres } from '../database/postgres-database.ts';
import { startTestPostgres, type TestPostgres } from '../database/test-postgres.ts';
import { hardCount } from '../hard-counts.ts';
import { readJson } from '../http/test-world.ts';
import { TEAM_LIBRARY } from '../pipeline/test-library.ts';
import { createTestServer, type TestServer } from '../pipeline/test-server.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { verify } from './verify.ts';
import { writeBackup } from './write-backup.ts';

const ROUNDS = hardCount(1, 20);

let folder: string;
let postgres: TestPostgres;
let server: TestServer;
let other: TestServer | undefined;
let organizationId: string;

const place = (name: string) => ({
  databaseUrl: undefined,
  storageUrl: undefined,
  dataDirectory: join(folder, name),
});

/** Settings of a database that is new on the server, with a folder of its own for files. */
async function postgresPlace(name: string) {
  const maintenance = await openPostgres(postgres.urlOf('postgres'));
  await maintenance.query(`CREATE DATABASE ${name}`);
  await maintenance.close();
  return { ...place(name), databaseUrl: postgres.urlOf(name) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-backup-'));
  postgres = startTestPostgres();
  server = await createTestServer(join(folder, 'served'));
  await server.start();
  await server.signIn();
  const made = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
}, 120_000);

afterAll(async () => {
  await server.kill();
  await other?.kill();
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
  const answer = await server.call('POST', path, { organizationId, body: TEAM_LIBRARY });
  expect(answer.status).toBe(201);
  await answer.arrayBuffer();
}

/** Uploads, some of them purged and deleted at once, until told to stop. */
async function keepUploading(isDone: () => boolean): Promise<void> {
  for (let round = 0; !isDone(); round += 1) {
    const datasetId = await createDataset();
    await upload(datasetId, '?sync=true&purge_on_completion=true');
    await upload(datasetId, '?sync=false');
    if (round % 2 === 1) await server.call('DELETE', `/datasets/${datasetId}`, { organizationId });
  }
}

/** How many rows each table has, and a hash over all of them, whatever their order. */
async function contentOf(tx: Queryable, tables: Manifest['tables']) {
  const rows: Record<string, number> = {};
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const found = await tx.query<{ line: string }>(
      `SELECT row_to_json(t)::text AS line FROM "${name}" t`,
    );
    const lines = found.map(({ line }) => line).sort();
    rows[name] = lines.length;
    hashes[name] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return { rows, hashes };
}

async function restored(settings: Parameters<typeof restoreBackup>[0], manifest: Manifest) {
  const database = await openDatabase(settings);
  const content = await contentOf(database, manifest.tables);
  const [jobs] = await database.query<{ count: number }>('SELECT count(*) FROM pgboss.job');
  await database.close();
  const files: Record<string, string> = {};
  const archives = join(settings.dataDirectory, 'archives');
  for (const key of await readdir(archives)) {
    if (key === 'incoming') continue;
    files[key] = createHash('sha256')
      .update(await readFile(join(archives, key)))
      .digest('hex');
  }
  return { ...content, files, jobs: jobs?.count };
}

describe('D5: a backup', () => {
  test(
    'made under load fits together, and is the same in a new directory, in PostgreSQL, and back',
    async () => {
      // Files that are there however slow the load begins.
      const kept = await createDataset();
      for (let count = 0; count < 2; count += 1) {
        await upload(kept, '?sync=false&purge_on_completion=false');
      }
      let done = false;
      const load = keepUploading(() => done);
      let path = '';
      for (let round = 0; round < ROUNDS; round += 1) {
        path = join(folder, `${randomUUID()}.zip`);
        expect((await writeBackup(place('served'), path)).missing).toEqual([]);
      }
      done = true;
      await load;

      const fresh = place('fresh');
      const manifest = await restoreBackup(fresh, path);
      const inFresh = await restored(fresh, manifest);
      expect(inFresh.files).toEqual(
        Object.fromEntries(manifest.files.map(({ key, sha256 }) => [key, sha256])),
      );
      expect(inFresh.rows).toEqual(
        Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
      );
      expect(inFresh.jobs).toBe(manifest.jobs.rows);
      expect((await verify(fresh)).checks.filter(({ broken }) => broken > 0)).toEqual([]);

      const served = await postgresPlace('served_one');
      await restoreBackup(served, path);
      expect(await restored(served, manifest)).toEqual(inFresh);

      const back = join(folder, 'back.zip');
      await writeBackup(served, back);
      const again = place('again');
      await restoreBackup(again, back);
      expect(await restored(again, manifest)).toEqual(inFresh);
    },
    300_000 + ROUNDS * 30_000,
  );

  test('is restored by a server that goes on where the other stood', async () => {
    const path = join(folder, 'going-on.zip');
    const datasetId = await createDataset();
    await upload(datasetId, '?sync=true');
    await writeBackup(place('served'), path);
    const settings = await postgresPlace('going_on');
    await restoreBackup(settings, path);
    const second = await createTestServer(settings.dataDirectory, {
      DATABASE_URL: settings.databaseUrl,
    });
    other = second;
    await second.start();
    second.signInLike(server);
    await expect
      .poll(
        async () => {
          const documents = await second.call('GET', `/datasets/${datasetId}/documents`, {
            organizationId,
          });
          return (await readJson<DocumentList>(documents)).status_counts;
        },
        { timeout: 60_000 },
      )
      .toMatchObject({ embedded: 19, partitioning_error: 3, total: 22 });
    expect((await verify(settings)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
  }, 120_000);

  test('is refused where something stands already, and by a directory in use', async () => {
    const path = join(folder, 'refused.zip');
    await writeBackup(place('served'), path);
    await expect(writeBackup(place('served'), path)).rejects.toThrow('There is a file');
    await expect(restoreBackup(place('served'), path)).rejects.toThrow('is in use by process');
    await expect(restoreBackup(place('fresh'), path)).rejects.toThrow('holds tables already');
    await expect(writeBackup(place('nowhere'), join(folder, 'x.zip'))).rejects.toThrow(
      'There is no database in',
    );
    const full = place('full');
    await cp(join(folder, 'fresh', 'archives'), join(folder, 'full', 'archives'), {
      recursive: true,
    });
    await expect(restoreBackup(full, path)).rejects.toThrow('holds files already');
  }, 60_000);

  test('that was cut short or altered is refused before anything is written', async () => {
    const path = join(folder, 'whole.zip');
    await writeBackup(place('served'), path);
    const whole = await readFile(path);
    const spoiled = join(folder, 'spoiled.zip');
    const next = random(5);
    const alterations: Buffer[] = [0, 1, 63, 64, whole.length >> 1, whole.length - 1].map(
      (length) => whole.subarray(0, length),
    );
    alterations.push(Buffer.concat([whole, Buffer.from([0])]));
    for (let round = 0; round < hardCount(20, 1000); round += 1) {
      const altered = Buffer.from(whole);
      const at = Math.floor(next() * whole.length);
      altered[at] = (altered[at] ?? 0) ^ (1 << Math.floor(next() * 8));
      alterations.push(altered);
    }
    for (const bytes of alterations) {
      await writeFile(spoiled, bytes);
      await expect(restoreBackup(place('untouched'), spoiled)).rejects.toThrow(
        'is not a whole backup',
      );
    }
    expect(await readdir(folder)).not.toContain('untouched');
  }, 120_000);
});

test('verifying finds a file that is lost, one that is altered, and counts that are wrong', async () => {
  const settings = place('fresh');
  const archives = join(settings.dataDirectory, 'archives');
  const [lost = '', altered = ''] = (await readdir(archives)).filter((key) => key !== 'incoming');
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

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
