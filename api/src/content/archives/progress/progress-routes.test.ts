import { randomUUID } from 'node:crypto';

import { datasetProgressSchema, type DatasetProgress } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { requestJob } from '../../../processing/rows/request-job.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  // Without a pipeline: what waits stays.
  server = await createServerFixture();
  owner = await server.person();
});
beforeEach(async () => {
  organizationId = await server.organization(owner);
  datasetId = await createDataset();
});
afterAll(() => server.close());

async function createDataset(): Promise<string> {
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Books' },
  });
  return (await readJson<{ id: string }>(created)).id;
}

async function addArchive(
  dataset: string,
  { status = 'processing', documents = 0, begun = false } = {},
): Promise<string> {
  const id = randomUUID();
  await server.database.query(
    `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status, attempt)
     VALUES ($1, $2, $3, 'a.zip', 1, '\\x00', true, false, false, $4, $5)`,
    [id, organizationId, dataset, status, begun ? randomUUID() : null],
  );
  await addDocuments(dataset, id, documents);
  return id;
}

async function addDocuments(
  dataset: string,
  archiveId: string | null,
  count: number,
): Promise<string[]> {
  const rows = await server.database.query<{ id: string }>(
    `INSERT INTO documents (organization_id, dataset_id, archive_id, path, folder, name, sort_name, size)
     SELECT $1, $2, $3, name, '', name, name, 1
     FROM (SELECT gen_random_uuid()::text AS name FROM generate_series(1, $4)) names RETURNING id`,
    [organizationId, dataset, archiveId, count],
  );
  return rows.map(({ id }) => id);
}

const set = (id: string, changes: string) =>
  server.database.query(`UPDATE archives SET ${changes} WHERE id = $1`, [id]);

async function progress(): Promise<DatasetProgress> {
  const response = await owner.call('GET', `/datasets/${datasetId}/progress`, { organizationId });
  expect(response.status).toBe(200);
  return parse(datasetProgressSchema, await response.json());
}

test('a dataset without work has nothing waiting', async () => {
  await addArchive(datasetId, { status: 'completed' });
  await addArchive(datasetId, { status: 'failed' });
  await addArchive(datasetId, { status: 'stored' });
  expect(await progress()).toEqual({
    dataset: {
      waiting: 0,
      paused: 0,
      ahead: { archives: 0, documents: 0 },
      is_shared: false,
      stalled: null,
    },
    archives: [],
  });
});

test('what waits is counted by archive, and what takes turns with it', async () => {
  const other = await createDataset();
  const one = await addArchive(datasetId, { documents: 3 });
  const two = await addArchive(datasetId, { documents: 4 });
  await addDocuments(datasetId, null, 2);
  await addArchive(other, { documents: 5 });
  const ready = await addDocuments(datasetId, one, 1);
  await server.database.query(`UPDATE documents SET status = 'embedded' WHERE id = $1`, [ready[0]]);
  const found = await progress();
  expect(found.dataset).toMatchObject({
    waiting: 9,
    paused: 0,
    ahead: { archives: 1, documents: 5 },
  });
  expect(found.archives).toMatchObject([
    { id: two, waiting: 4, ahead: { archives: 0, documents: 10 } },
    { id: one, waiting: 3, ahead: { archives: 0, documents: 11 } },
  ]);
});

test('a paused archive waits for nothing, and nothing waits for it', async () => {
  const paused = await addArchive(datasetId, { documents: 3 });
  await set(paused, 'paused_at = now()');
  const running = await addArchive(datasetId, { documents: 2 });
  const found = await progress();
  expect(found.dataset).toMatchObject({ waiting: 2, paused: 3 });
  expect(found.archives).toMatchObject([
    { id: running, waiting: 2, paused: false, ahead: { documents: 0 } },
    { id: paused, waiting: 3, paused: true, cancelling: false, ahead: { documents: 0 } },
  ]);
  await set(paused, 'cancelled_at = now()');
  expect((await progress()).archives[1]).toMatchObject({ paused: true, cancelling: true });
});

test('paused documents of another dataset are not ahead', async () => {
  const other = await createDataset();
  const paused = await addArchive(other, { documents: 3 });
  await addArchive(other, { documents: 4 });
  await addDocuments(other, null, 2);
  await addArchive(datasetId, { documents: 1 });
  await set(paused, 'paused_at = now()');
  expect((await progress()).dataset).toMatchObject({
    waiting: 1,
    ahead: { archives: 1, documents: 6 },
  });
});

test('archives that are merged before one are counted, in its dataset and in those that take turns', async () => {
  const other = await createDataset();
  const pending = { status: 'pending' };
  const begun = await addArchive(datasetId, { ...pending, begun: true });
  const second = await addArchive(datasetId, pending);
  const paused = await addArchive(datasetId, pending);
  await set(paused, 'paused_at = now()');
  const third = await addArchive(datasetId, pending);
  for (let count = 0; count < 3; count += 1) await addArchive(other, pending);
  const ahead = (await progress()).archives.map(({ id, ahead: { archives } }) => [id, archives]);
  expect(ahead).toEqual([
    [third, 4],
    [paused, 0],
    [second, 2],
    [begun, 0],
  ]);
});

test('the oldest of the stalled documents is named, and what nobody reports any more is left out', async () => {
  const id = await addArchive(datasetId, { documents: 0 });
  const [slow, slower, gone] = await addDocuments(datasetId, id, 3);
  const stall = (documentId: string | undefined, since: number, seen: number) =>
    server.database.query(
      `INSERT INTO stalled_documents (organization_id, dataset_id, document_id, archive_id, stage, reason, since, seen_at)
       VALUES ($1, $2, $3, $4, 'partition', 'slow_document', now() - $5 * interval '1 second',
         now() - $6 * interval '1 second')`,
      [organizationId, datasetId, documentId, id, since, seen],
    );
  await stall(slow, 20, 1);
  await stall(slower, 60, 1);
  await stall(gone, 90, 31);
  const found = await progress();
  expect(found.dataset.stalled).toMatchObject({
    documents: 2,
    document_id: slower,
    stage: 'partition',
    reason: 'slow_document',
  });
  expect(found.archives[0]?.stalled).toMatchObject({ documents: 2, document_id: slower });
  await server.database.query('DELETE FROM documents WHERE id = $1', [slower]);
  expect((await progress()).dataset.stalled).toMatchObject({ documents: 1, document_id: slow });
});

test('whether other organizations have work is told, and nothing else of them', async () => {
  expect((await progress()).dataset.is_shared).toBe(false);
  await requestJob(server.dependencies.queue, organizationId, 'process');
  expect((await progress()).dataset.is_shared).toBe(false);
  await requestJob(server.dependencies.queue, randomUUID(), 'process');
  expect((await progress()).dataset.is_shared).toBe(true);
});

test('a dataset of nobody is not found', async () => {
  const path = `/datasets/${randomUUID()}/progress`;
  expect((await owner.call('GET', path, { organizationId })).status).toBe(404);
});
