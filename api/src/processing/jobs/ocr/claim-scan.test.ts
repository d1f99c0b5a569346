import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { runOf } from '@carrel/testing/claim-documents.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { claimForRun } from '../process/claim-documents.ts';
import { createRotation } from '../../rows/rotation.ts';
import { claimScan, releaseScan } from './claim-scan.ts';

let database: Database;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  organizationId = randomUUID();
  await database.query(
    `WITH organization AS (
       INSERT INTO organizations (id, name) VALUES ($1, 'Readers') RETURNING id
     ), dataset AS (
       INSERT INTO datasets (organization_id, name) SELECT id, 'Library' FROM organization RETURNING id
     )
     INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status)
     SELECT gen_random_uuid(), $1, id, 'a.zip', 1, '\\x00', true, false, false, 'processing' FROM dataset`,
    [organizationId],
  );
});

/** Creates a document of the archive, with pages left for OCR. */
const create = (name: string, left: number) =>
  database.query(
    `INSERT INTO documents (organization_id, dataset_id, archive_id, path, folder, name, sort_name, size, ocr_left)
     SELECT $1, a.dataset_id, a.id, $2, '', $2, $2, 1, $3 FROM archives a WHERE a.organization_id = $1`,
    [organizationId, name, left],
  );
const claim = async () => (await claimScan(database, runOf(organizationId)))?.name;

test('the document with the fewest pages left is read first, and none twice', async () => {
  await create('book.pdf', 300);
  await create('letter.pdf', 2);
  expect([await claim(), await claim(), await claim()]).toEqual([
    'letter.pdf',
    'book.pdf',
    undefined,
  ]);
});

test('a document that waits for OCR is taken for nothing else, and no other for OCR', async () => {
  await create('letter.pdf', 2);
  await create('text.txt', 0);
  const { documents } = await claimForRun(database, runOf(organizationId), createRotation());
  expect(documents.map(({ name }) => name)).toEqual(['text.txt']);
  expect([await claim(), await claim()]).toEqual(['letter.pdf', undefined]);
});

test('documents of a paused archive wait', async () => {
  await create('letter.pdf', 2);
  await database.query('UPDATE archives SET paused_at = now()');
  expect(await claim()).toBeUndefined();
  await database.query('UPDATE archives SET paused_at = NULL');
  expect(await claim()).toBe('letter.pdf');
});

test('a document is free after its run, and where its run is repeated', async () => {
  await create('letter.pdf', 2);
  const run = runOf(organizationId);
  const first = await claimScan(database, run);
  if (first === undefined) throw new Error('Nothing was claimed');
  expect(await claim()).toBeUndefined();
  await releaseScan(database, first);
  const second = await claimScan(database, run);
  const again = await claimScan(database, { ...run, isRetry: true });
  expect(new Set([first.attempt, second?.attempt, again?.attempt]).size).toBe(3);
});
