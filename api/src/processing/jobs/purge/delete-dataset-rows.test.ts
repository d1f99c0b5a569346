import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { interruptAfter } from '@carrel/testing/faults/interrupt-after.ts';
import { SHORTEST } from '@carrel/testing/slices.ts';
import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { inSlice } from '../../rows/in-slice.ts';
import { finalizeArchives } from './finalize-archives.ts';
import { deleteDatasetRows, deleteOrganizationRows } from './delete-dataset-rows.ts';
import { purgeOriginals } from '../originals/purge-originals.ts';

const DOCUMENTS = 300;

let server: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  // Without a pipeline: only the test handles jobs.
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
});
afterAll(() => server.close());

async function create(kind: 'datasets' | 'workspaces'): Promise<string> {
  const created = await owner.call('POST', `/${kind}`, {
    organizationId,
    json: { name: 'Library' },
  });
  return (await readJson<{ id: string }>(created)).id;
}

/** Creates a dataset with documents, their chunks, and an archive with a row for each document. */
async function seedDataset(): Promise<string> {
  const datasetId = await create('datasets');
  const { database } = server;
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
    counts[name] = (await server.database.query(sql, [datasetId])).length;
  }
  return counts;
}
const ALL = { datasets: 1, archives: 1, receipts: DOCUMENTS, folders: 1, documents: DOCUMENTS };
const NOTHING = { datasets: 0, archives: 0, receipts: 0, folders: 0, documents: 0 };

interface DeleteDatasetPayload {
  organizationId: string;
  datasetId: string;
}

async function jobOf(datasetId: string): Promise<DeleteDatasetPayload> {
  const [job] = await server.database.query<{ payload: DeleteDatasetPayload }>(
    `SELECT payload FROM jobs WHERE name = 'remove-dataset' AND payload->>'datasetId' = $1`,
    [datasetId],
  );
  if (job === undefined) throw new Error('There is no job');
  return job.payload;
}

const deleteDataset = async (datasetId: string) =>
  (await owner.call('DELETE', `/datasets/${datasetId}`, { organizationId })).status;

/** How many jobs purge a file. */
async function purgesOf(key: string): Promise<number> {
  const jobs = await server.database.query(
    `SELECT id FROM jobs WHERE name = 'remove-archive-files' AND payload @> $1`,
    [JSON.stringify({ archiveIds: [key] })],
  );
  return jobs.length;
}

test('a deleted dataset is hidden at once, while its rows still exist', async () => {
  const [datasetId, workspaceId] = [await seedDataset(), await create('workspaces')];
  const attachment = `/workspaces/${workspaceId}/datasets/${datasetId}`;
  await owner.call('PUT', attachment, { organizationId });
  expect(await deleteDataset(datasetId)).toBe(204);
  expect(await rowsOf(datasetId)).toEqual(ALL);

  const reachable: string[] = [];
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
    const response = await owner.call(method, path, { organizationId });
    await response.body?.cancel();
    if (response.status !== 404) reachable.push(`${method} ${path} ${response.status}`);
  }
  expect(reachable).toEqual([]);
  const listed = await owner.call('GET', `/workspaces/${workspaceId}/datasets`, { organizationId });
  expect(await listed.json()).toEqual({ datasets: [] });
});

test('its rows are deleted in batches, however often that is interrupted, and those of other datasets are kept', async () => {
  const [datasetId, other] = [await seedDataset(), await seedDataset()];
  await deleteDataset(datasetId);
  const job = await jobOf(datasetId);
  const { queue } = server.dependencies;
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    const database = interruptAfter(runs, server.database);
    isDone = await deleteDatasetRows({ database, queue }, job).then(
      () => true,
      () => false,
    );
  }
  expect(runs).toBeGreaterThan(5);
  expect(await rowsOf(datasetId)).toEqual(NOTHING);
  expect(await rowsOf(other)).toEqual(ALL);
  expect(await purgesOf(datasetId)).toBe(1);
});

test('the rows of a large dataset are deleted in as many slices as it takes', async () => {
  const datasetId = await seedDataset();
  await server.database.query(
    `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans, purge_on_completion, status)
     SELECT gen_random_uuid(), $2, $1, 'b.zip', 1, '', true, false, false, 'completed' FROM generate_series(1, 10)`,
    [datasetId, organizationId],
  );
  await deleteDataset(datasetId);
  const job = await jobOf(datasetId);
  let slices = 0;
  for (let isDone = false; !isDone; slices += 1) {
    const rest = await inSlice(server.database, SHORTEST, (database) =>
      deleteDatasetRows({ ...server.dependencies, database }, job),
    );
    isDone = rest === undefined;
  }
  expect(slices).toBeGreaterThan(2);
  expect(await rowsOf(datasetId)).toEqual(NOTHING);
});

test('files with originals are purged with their dataset', async () => {
  const datasetId = await seedDataset();
  const [first, second] = [randomUUID(), randomUUID()];
  await server.database.query(
    'INSERT INTO original_files (organization_id, key, size) SELECT $1, unnest($2::uuid[]), 1',
    [organizationId, [first, second]],
  );
  await server.database.query(
    `UPDATE documents SET bytes_key = CASE WHEN path < 'f/2' THEN $2 ELSE $3 END::uuid WHERE dataset_id = $1`,
    [datasetId, first, second],
  );
  await deleteDataset(datasetId);
  await deleteDatasetRows(server.dependencies, await jobOf(datasetId));
  const storage = await openStorage(storageLocation(server.dependencies.settings));
  await purgeOriginals({ ...server.dependencies, storage }, organizationId);
  expect(await purgesOf(first)).toBeGreaterThan(0);
  expect(await purgesOf(second)).toBeGreaterThan(0);
});

test('a deleted archive is deleted in batches too, and its documents are kept', async () => {
  const datasetId = await seedDataset();
  await server.database.query(`UPDATE archives SET status = 'completed' WHERE id = $1`, [
    datasetId,
  ]);
  const path = `/datasets/${datasetId}/archives/${datasetId}`;
  expect((await owner.call('DELETE', path, { organizationId })).status).toBe(204);
  const storage = await openStorage(storageLocation(server.dependencies.settings));
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    const database = interruptAfter(runs, server.database);
    const { queue } = server.dependencies;
    isDone = await finalizeArchives({ database, storage, queue }, organizationId, [datasetId]).then(
      () => true,
      () => false,
    );
  }
  expect(runs).toBeGreaterThan(5);
  expect(await rowsOf(datasetId)).toEqual({ ...ALL, archives: 0, receipts: 0 });
});

test('nothing is deleted of a dataset that no user deleted', async () => {
  const datasetId = await seedDataset();
  const job = { organizationId, datasetId };
  await expect(deleteDatasetRows(server.dependencies, job)).rejects.toThrow('was not deleted');
  expect(await rowsOf(datasetId)).toEqual(ALL);
});

test('a deleted organization has no members at once, and is deleted with its datasets', async () => {
  const datasetId = await seedDataset();
  const path = `/organizations/${organizationId}`;
  expect((await owner.call('DELETE', path)).status).toBe(204);
  const listed = await owner.call('GET', '/organizations');
  expect(await listed.json()).toEqual({ organizations: [] });
  const datasets = await owner.call('GET', '/datasets', { organizationId });
  expect(datasets.status).toBe(404);

  await deleteOrganizationRows(server.dependencies, organizationId);
  expect(await rowsOf(datasetId)).toEqual(NOTHING);
  const organizations = await server.database.query('SELECT id FROM organizations WHERE id = $1', [
    organizationId,
  ]);
  expect(organizations).toEqual([]);
});
