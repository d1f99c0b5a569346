import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage, storageLocation } from '../../storage/open-storage.ts';
import type { Database } from '../../database/database.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '../../../testing/server-fixture.ts';
import { finalizeArchives } from './finalize-archives.ts';
import type { RemoveDatasetJob } from '../queues.ts';
import { removeDataset, removeOrganization } from './remove-dataset.ts';

const DOCUMENTS = 300;

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  // Without a pipeline: nobody takes up the jobs but the test.
  fixture = await createServerFixture();
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
});
afterAll(() => fixture.close());

async function create(kind: 'datasets' | 'workspaces'): Promise<string> {
  const made = await owner.call('POST', `/${kind}`, { organizationId, json: { name: 'Library' } });
  return (await readJson<{ id: string }>(made)).id;
}

/** A dataset with documents, their chunks, and an archive with a row for each of them. */
async function filledDataset(): Promise<string> {
  const datasetId = await create('datasets');
  const { database } = fixture;
  await database.query(
    `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans, purge_on_completion, status)
     VALUES ($1, $2, $1, 'a.zip', 1, '', true, false, false, 'pending')`,
    [datasetId, organizationId],
  );
  await database.query(
    `INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name)
     VALUES ($1, $2, 'f', '', 'f', 'f')`,
    [organizationId, datasetId],
  );
  await database.query(
    `INSERT INTO documents (organization_id, dataset_id, archive_id, path, folder, name, sort_name, size, status)
     SELECT $1, $2, $2, 'f/' || n, 'f', '' || n, '' || n, 1, 'embedded' FROM generate_series(1, $3::int) n`,
    [organizationId, datasetId, DOCUMENTS],
  );
  await database.query(
    `INSERT INTO chunks (organization_id, document_id, number, text)
     SELECT organization_id, id, 0, 'Text.' FROM documents WHERE dataset_id = $1`,
    [datasetId],
  );
  await database.query(
    `INSERT INTO archive_receipt_entries (organization_id, archive_id, path, outcome)
     SELECT organization_id, dataset_id, path, 'added' FROM documents WHERE dataset_id = $1`,
    [datasetId],
  );
  return datasetId;
}

const ROWS = {
  datasets: 'SELECT id FROM datasets WHERE id = $1',
  archives: 'SELECT id FROM archives WHERE dataset_id = $1',
  receipts: 'SELECT path FROM archive_receipt_entries WHERE archive_id = $1',
  folders: 'SELECT path FROM folders WHERE dataset_id = $1',
  documents: 'SELECT id FROM documents WHERE dataset_id = $1',
};

/** How many rows a dataset has where. */
async function rowsOf(datasetId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, sql] of Object.entries(ROWS)) {
    counts[name] = (await fixture.database.query(sql, [datasetId])).length;
  }
  return counts;
}
const ALL = { datasets: 1, archives: 1, receipts: DOCUMENTS, folders: 1, documents: DOCUMENTS };
const NOTHING = { datasets: 0, archives: 0, receipts: 0, folders: 0, documents: 0 };

async function jobOf(datasetId: string): Promise<RemoveDatasetJob> {
  const [job] = await fixture.database.query<{ data: RemoveDatasetJob }>(
    `SELECT data FROM pgboss.job WHERE name = 'remove-dataset' AND data->>'datasetId' = $1`,
    [datasetId],
  );
  if (job === undefined) throw new Error('There is no job');
  return job.data;
}

const remove = async (datasetId: string) =>
  (await owner.call('DELETE', `/datasets/${datasetId}`, { organizationId })).status;

/** How many jobs remove a file. */
async function removalsOf(key: string): Promise<number> {
  const jobs = await fixture.database.query(
    `SELECT id FROM pgboss.job WHERE name = 'remove-archive-files' AND data @> $1`,
    [JSON.stringify({ archiveIds: [key] })],
  );
  return jobs.length;
}

/** The database, until a transaction that is not to be committed. */
function cutShort(database: Database, transactions: number): Database {
  let left = transactions;
  const count = <T>(result: T): T => {
    left -= 1;
    if (left < 0) throw new Error('cut short');
    return result;
  };
  return {
    ...database,
    transaction: (work) => database.transaction(async (tx) => count(await work(tx))),
    tenant: (id, work) => database.tenant(id, async (tx) => count(await work(tx))),
  };
}

test('a dataset that is deleted is gone at once for everybody, while its rows are still there', async () => {
  const [datasetId, workspaceId] = [await filledDataset(), await create('workspaces')];
  const attachment = `/workspaces/${workspaceId}/datasets/${datasetId}`;
  await owner.call('PUT', attachment, { organizationId });
  expect(await remove(datasetId)).toBe(204);
  expect(await rowsOf(datasetId)).toEqual(ALL);

  const answered: string[] = [];
  for (const [method, path] of [
    ['GET', `/datasets/${datasetId}/documents`],
    ['GET', `/datasets/${datasetId}/navigate`],
    ['GET', `/datasets/${datasetId}/archives`],
    ['GET', `/datasets/${datasetId}/archives/${datasetId}/entries`],
    ['GET', `/datasets/${datasetId}/manifest`],
    ['GET', `/datasets/${datasetId}/events?organization_id=${organizationId}`],
    ['DELETE', `/datasets/${datasetId}/archives/${datasetId}`],
    ['DELETE', `/datasets/${datasetId}`],
    ['PUT', attachment],
  ] as const) {
    const answer = await owner.call(method, path, { organizationId });
    await answer.body?.cancel();
    if (answer.status !== 404) answered.push(`${method} ${path} ${answer.status}`);
  }
  expect(answered).toEqual([]);
  const listed = await owner.call('GET', `/workspaces/${workspaceId}/datasets`, { organizationId });
  expect(await listed.json()).toEqual({ datasets: [] });
});

test('its rows go step by step, however often that is cut short, and those of others stay', async () => {
  const [datasetId, other] = [await filledDataset(), await filledDataset()];
  await remove(datasetId);
  const job = await jobOf(datasetId);
  const { queue } = fixture.dependencies;
  let cuts = 0;
  for (let isDone = false; !isDone; cuts += 1) {
    const database = cutShort(fixture.database, cuts);
    isDone = await removeDataset({ database, queue }, job).then(
      () => true,
      () => false,
    );
  }
  expect(cuts).toBeGreaterThan(5);
  expect(await rowsOf(datasetId)).toEqual(NOTHING);
  expect(await rowsOf(other)).toEqual(ALL);
  expect(await removalsOf(datasetId)).toBe(1);
});

test('bytes that are kept of a document while its dataset goes do not stay behind', async () => {
  const datasetId = await filledDataset();
  await remove(datasetId);
  const [first, second] = [randomUUID(), randomUUID()];
  await fixture.database.query(
    `UPDATE documents SET bytes_key = CASE WHEN path < 'f/2' THEN $2 ELSE $3 END::uuid WHERE dataset_id = $1`,
    [datasetId, first, second],
  );
  await removeDataset(fixture.dependencies, await jobOf(datasetId));
  expect(await removalsOf(first)).toBeGreaterThan(0);
  expect(await removalsOf(second)).toBeGreaterThan(0);
});

test('an archive that is deleted goes in steps too, and leaves its documents', async () => {
  const datasetId = await filledDataset();
  await fixture.database.query(`UPDATE archives SET status = 'completed' WHERE id = $1`, [
    datasetId,
  ]);
  const path = `/datasets/${datasetId}/archives/${datasetId}`;
  expect((await owner.call('DELETE', path, { organizationId })).status).toBe(204);
  const storage = await openStorage(storageLocation(fixture.dependencies.settings));
  let cuts = 0;
  for (let isDone = false; !isDone; cuts += 1) {
    const database = cutShort(fixture.database, cuts);
    isDone = await finalizeArchives({ database, storage }, organizationId, [datasetId]).then(
      () => true,
      () => false,
    );
  }
  expect(cuts).toBeGreaterThan(5);
  expect(await rowsOf(datasetId)).toEqual({ ...ALL, archives: 0, receipts: 0 });
});

test('nothing is removed of a dataset that nobody deleted', async () => {
  const datasetId = await filledDataset();
  const job = { organizationId, datasetId };
  await expect(removeDataset(fixture.dependencies, job)).rejects.toThrow('was not deleted');
  expect(await rowsOf(datasetId)).toEqual(ALL);
});

test('an organization that is deleted has no members at once, and goes with its datasets', async () => {
  const datasetId = await filledDataset();
  const path = `/organizations/${organizationId}`;
  expect((await owner.call('DELETE', path)).status).toBe(204);
  const listed = await owner.call('GET', '/organizations');
  expect(await listed.json()).toEqual({ organizations: [] });
  const datasets = await owner.call('GET', '/datasets', { organizationId });
  expect(datasets.status).toBe(404);

  await removeOrganization(fixture.dependencies, { organizationId });
  expect(await rowsOf(datasetId)).toEqual(NOTHING);
  const organizations = await fixture.database.query('SELECT id FROM organizations WHERE id = $1', [
    organizationId,
  ]);
  expect(organizations).toEqual([]);
});
