import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Database } from '../../../platform/database/database.ts';
import { runOf } from '@carrel/testing/claim-documents.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { createRotation, type Rotation } from '../../rows/rotation.ts';
import { claimForRun, releaseDocuments } from './claim-documents.ts';

let database: Database;
let organizationId: string;
let rotation: Rotation;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  organizationId = randomUUID();
  rotation = createRotation();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [
    organizationId,
  ]);
});

async function createDataset(): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `INSERT INTO datasets (organization_id, name) VALUES ($1, 'Library') RETURNING id`,
    [organizationId],
  );
  return row?.id ?? '';
}

async function createArchive(datasetId: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status)
     VALUES (gen_random_uuid(), $1, $2, 'a.zip', 1, '\\x00', true, false, false, 'processing') RETURNING id`,
    [organizationId, datasetId],
  );
  return row?.id ?? '';
}

/** Creates documents whose names begin with `prefix`. */
async function createDocuments(
  place: { datasetId: string; archiveId?: string },
  { prefix, count, size = 1 }: { prefix: string; count: number; size?: number },
): Promise<void> {
  await database.query(
    `INSERT INTO documents (organization_id, dataset_id, archive_id, path, folder, name, sort_name, size)
     SELECT $1, $2, $3, name, '', name, name, $6
     FROM (SELECT $4 || n AS name FROM generate_series(1, $5) n) names`,
    [organizationId, place.datasetId, place.archiveId ?? null, prefix, count, size],
  );
}

/** Claims until nothing waits; returns the first letter of each run's documents, and their number. */
async function takeTurns(): Promise<string[]> {
  const taken: string[] = [];
  for (;;) {
    const { documents } = await claimForRun(database, runOf(organizationId), rotation);
    if (documents.length === 0) return taken;
    const letters = new Set(documents.map(({ name }) => name[0]));
    taken.push([...letters].join('') + documents.length);
  }
}

test('datasets are served in rotation, and within a dataset its archives', async () => {
  const [one, other] = [await createDataset(), await createDataset()].toSorted();
  const [first, second] = [
    await createArchive(one ?? ''),
    await createArchive(one ?? ''),
  ].toSorted();
  const ofOne = { datasetId: one ?? '' };
  await createDocuments({ ...ofOne, archiveId: first ?? '' }, { prefix: 'a', count: 120 });
  await createDocuments({ ...ofOne, archiveId: second ?? '' }, { prefix: 'b', count: 60 });
  await createDocuments({ datasetId: other ?? '' }, { prefix: 'c', count: 160 });
  expect(await takeTurns()).toEqual([
    'a50',
    'c50',
    'b50',
    'c50',
    'a50',
    'c50',
    'b10',
    'c10',
    'a20',
  ]);
});

test('a small upload does not wait behind a large one of the same organization', async () => {
  await createDocuments({ datasetId: await createDataset() }, { prefix: 'a', count: 1000 });
  await claimForRun(database, runOf(organizationId), rotation);
  await createDocuments({ datasetId: await createDataset() }, { prefix: 'b', count: 3 });
  const runs = [await next(), await next()];
  expect(runs).toContain('b');

  async function next() {
    const { documents } = await claimForRun(database, runOf(organizationId), rotation);
    return documents[0]?.name[0];
  }
});

test('a run has few large documents, and at least one', async () => {
  const megabyte = 1024 * 1024;
  const datasetId = await createDataset();
  await createDocuments({ datasetId }, { prefix: 'a', count: 7, size: 2 * megabyte });
  expect(await takeTurns()).toEqual(['a2', 'a2', 'a2', 'a1']);
  await createDocuments({ datasetId }, { prefix: 'b', count: 2, size: 50 * megabyte });
  expect(await takeTurns()).toEqual(['b1', 'b1']);
});

test('an organization with a share of three takes three times as much', async () => {
  await createDocuments({ datasetId: await createDataset() }, { prefix: 'a', count: 200 });
  await database.query('INSERT INTO organization_quotas (organization_id, share) VALUES ($1, 3)', [
    organizationId,
  ]);
  expect(await takeTurns()).toEqual(['a150', 'a50']);
});

test('the next run is requested while documents wait', async () => {
  const datasetId = await createDataset();
  await createDocuments({ datasetId }, { prefix: 'a', count: 60 });
  let asked = 0;
  const run = () => ({
    ...runOf(organizationId),
    again: () => {
      asked += 1;
      return Promise.resolve();
    },
  });
  expect(await claimForRun(database, run(), rotation)).toMatchObject({ isMore: true });
  expect(asked).toBe(1);
  expect(await claimForRun(database, run(), rotation)).toMatchObject({ isMore: false });
  expect(asked).toBe(1);
});

test('documents that a run does not begin wait again, and count as not begun', async () => {
  await createDocuments({ datasetId: await createDataset() }, { prefix: 'a', count: 3 });
  const run = runOf(organizationId);
  const { documents } = await claimForRun(database, run, rotation);
  expect(await takeTurns()).toEqual([]);
  await releaseDocuments(database, run, documents.slice(1));
  const again = await claimForRun(database, runOf(organizationId), rotation);
  expect(again.documents.map(({ attempts }) => attempts)).toEqual([1, 1]);
});

test('what a run had before its process died waits again', async () => {
  await createDocuments({ datasetId: await createDataset() }, { prefix: 'a', count: 3 });
  const run = runOf(organizationId);
  await claimForRun(database, run, rotation);
  expect(await takeTurns()).toEqual([]);
  const { documents } = await claimForRun(database, { ...run, isRetry: true }, rotation);
  expect(documents.map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
});

test('documents of a deleted dataset, of another organization and in error do not wait', async () => {
  const datasetId = await createDataset();
  await createDocuments({ datasetId }, { prefix: 'a', count: 2 });
  await database.query(`UPDATE documents SET status = 'chunking_error' WHERE name = 'a1'`);
  const deleted = await createDataset();
  await createDocuments({ datasetId: deleted }, { prefix: 'b', count: 2 });
  await database.query('UPDATE datasets SET removed_at = now() WHERE id = $1', [deleted]);
  const stranger = await claimForRun(database, runOf(randomUUID()), rotation);
  expect(stranger).toEqual({ documents: [], isMore: false });
  expect(await takeTurns()).toEqual(['a1']);
});

test('documents of a paused archive wait, and keep no other archive or dataset from being served', async () => {
  const [datasetId, other] = [await createDataset(), await createDataset()];
  const [paused, running] = [await createArchive(datasetId), await createArchive(datasetId)];
  await createDocuments({ datasetId, archiveId: paused }, { prefix: 'a', count: 60 });
  await createDocuments({ datasetId, archiveId: running }, { prefix: 'b', count: 60 });
  await createDocuments({ datasetId }, { prefix: 'c', count: 2 });
  const pausedElsewhere = await createArchive(other);
  await createDocuments(
    { datasetId: other, archiveId: pausedElsewhere },
    { prefix: 'd', count: 3 },
  );
  const pause = (is: boolean) =>
    database.query(
      `UPDATE archives SET paused_at = CASE WHEN $2 THEN now() END WHERE id = ANY ($1)`,
      [[paused, pausedElsewhere], is],
    );
  await pause(true);
  expect((await takeTurns()).toSorted()).toEqual(['b10', 'b50', 'c2']);
  expect(await claimForRun(database, runOf(organizationId), rotation)).toEqual({
    documents: [],
    isMore: false,
  });
  await pause(false);
  expect((await takeTurns()).toSorted()).toEqual(['a10', 'a50', 'd3']);
});

test('a run that is to leave out large documents takes small ones, and requests one later', async () => {
  const datasetId = await createDataset();
  await createDocuments({ datasetId }, { prefix: 'a', count: 2, size: 50 * 1024 * 1024 });
  await createDocuments({ datasetId }, { prefix: 'b', count: 3 });
  const asked: (number | undefined)[] = [];
  const run = {
    ...runOf(organizationId),
    again: (_: unknown, afterSeconds?: number) => Promise.resolve(void asked.push(afterSeconds)),
  };
  const small = await claimForRun(database, run, rotation, false);
  expect(small.documents.map(({ name }) => name).toSorted()).toEqual(['b1', 'b2', 'b3']);
  expect((await claimForRun(database, run, rotation, false)).documents).toEqual([]);
  expect(asked).toEqual([1, 1]);
  expect((await claimForRun(database, run, rotation)).documents).toHaveLength(1);
});
