import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { claimDocuments } from '@carrel/testing/claim-documents.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ClaimedDocument } from '../rows/claimed-document.ts';
import { createStageWatch, forgetStalled, type StageWatch } from './stage-watch.ts';

let database: Database;
let organizationId: string;
let documents: ClaimedDocument[];
let statements: number;
let time: number;
let watch: StageWatch;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  organizationId = randomUUID();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [
    organizationId,
  ]);
  const rows = await database.query<{ id: string }>(
    `WITH dataset AS (
       INSERT INTO datasets (organization_id, name) VALUES ($1, 'Library') RETURNING id
     )
     INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     SELECT $1, dataset.id, name, '', name, name, 1
     FROM dataset, (SELECT n || '.txt' AS name FROM generate_series(1, 3) n) names
     RETURNING documents.id`,
    [organizationId],
  );
  documents = await claimDocuments(
    database,
    organizationId,
    rows.map(({ id }) => id),
  );
  documents.sort((one, other) => one.path.localeCompare(other.path));
  statements = 0;
  time = 0;
  const counted: Pick<Database, 'queryOnce'> = {
    queryOnce: (...query: Parameters<Database['queryOnce']>) => {
      statements += 1;
      return database.queryOnce(...query);
    },
  } as Pick<Database, 'queryOnce'>;
  watch = createStageWatch(counted, {
    now: () => time,
    onError: (error) => {
      throw error;
    },
  });
});

const begin = (index: number, stage: Parameters<StageWatch['begin']>[1]) => {
  const document = documents[index];
  if (document === undefined) throw new Error('There are three documents');
  return watch.begin(document, stage);
};

const stalled = () =>
  database.query<{ path: string; stage: string; reason: string; seconds: number }>(
    `SELECT d.path, s.stage, s.reason,
       round(extract(epoch FROM s.seen_at - s.since))::integer AS seconds
     FROM stalled_documents s JOIN documents d ON d.id = s.document_id
     WHERE s.organization_id = $1 ORDER BY d.path`,
    [organizationId],
  );

test('a stage is stalled after ten seconds, and no more once it ends', async () => {
  const stage = begin(0, 'partition');
  stage.start();
  time = 10_000;
  await watch.look();
  expect(await stalled()).toEqual([]);
  time = 12_000;
  await watch.look();
  expect(await stalled()).toEqual([
    { path: '1.txt', stage: 'partition', reason: 'slow_document', seconds: 12 },
  ]);
  stage.end();
  await watch.look();
  expect(await stalled()).toEqual([]);
});

test('where a stage usually takes long, it is stalled after five times its median', async () => {
  for (const took of [4000, 5000, 6000]) {
    const usual = begin(1, 'chunk');
    time += took;
    usual.end();
  }
  const from = time;
  begin(0, 'chunk').start();
  time = from + 25_000;
  await watch.look();
  expect(await stalled()).toEqual([]);
  time = from + 25_001;
  await watch.look();
  expect(await stalled()).toMatchObject([{ path: '1.txt', stage: 'chunk' }]);
});

test('the reason tells a slow document from one that waits for a worker or for the service', async () => {
  begin(0, 'partition').start();
  begin(1, 'partition');
  begin(2, 'embed');
  time = 11_000;
  await watch.look();
  expect((await stalled()).map(({ reason }) => reason)).toEqual([
    'slow_document',
    'waiting_for_worker',
    'embedding_service',
  ]);
});

test('a usual stage costs no statement, and one that goes on is reported again', async () => {
  begin(0, 'partition').end();
  const other = begin(1, 'partition');
  await watch.look();
  other.end();
  await watch.look();
  expect(statements).toBe(0);
  begin(2, 'partition');
  time = 11_000;
  await watch.look();
  await database.query(`UPDATE stalled_documents SET seen_at = now() - interval '1 hour'`);
  await watch.look();
  expect(statements).toBe(2);
  expect(await stalled()).toMatchObject([{ path: '3.txt', seconds: 11 }]);
});

test('a document that is deleted meanwhile is left out', async () => {
  begin(0, 'partition');
  begin(1, 'partition');
  await database.query('DELETE FROM documents WHERE id = $1', [documents[0]?.id]);
  time = 11_000;
  await watch.look();
  expect(await stalled()).toMatchObject([{ path: '2.txt' }]);
});

test('what a process left that ended is deleted', async () => {
  begin(0, 'partition');
  begin(1, 'partition');
  time = 11_000;
  await watch.look();
  await database.query(
    `UPDATE stalled_documents SET seen_at = now() - interval '31 seconds' WHERE document_id = $1`,
    [documents[0]?.id],
  );
  await forgetStalled(database);
  expect(await stalled()).toMatchObject([{ path: '2.txt' }]);
});
