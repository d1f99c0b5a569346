import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import {
  createUnanalyzedDocuments,
  rowsRead,
  type UnanalyzedDocuments,
} from '@carrel/testing/database/unanalyzed-documents.ts';
import type { Database } from '../../platform/database/database.ts';
import { documentsOf } from './document-repository.ts';
import { foldersOf } from './folder-repository.ts';

const PAGE = 5;

let seeded: UnanalyzedDocuments;

beforeAll(async () => {
  seeded = await createUnanalyzedDocuments(8000);
});
afterAll(() => seeded.database.close());

test('a page of the list reads the rows of that page, without statistics of the table too', async () => {
  const { database, organizationId, datasetId } = seeded;
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'documents');
    const rows = await documentsOf(tx, organizationId).page(datasetId, { page: 2, limit: PAGE });
    expect(rows.map(({ path }) => path)).toEqual([
      '000006',
      '000007',
      '000008',
      '000009',
      '000010',
    ]);
    expect((await rowsRead(tx, 'documents')) - before).toBe(2 * PAGE);
  });
});

test('a page of the manifest reads the rows of that page, without statistics of the table too', async () => {
  const { database, organizationId, datasetId } = seeded;
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'documents');
    const rows = await documentsOf(tx, organizationId).manifest(datasetId, '', PAGE);
    expect(rows.map(({ path }) => path)).toEqual([
      '000001',
      '000002',
      '000003',
      '000004',
      '000005',
    ]);
    expect((await rowsRead(tx, 'documents')) - before).toBe(PAGE);
  });
});

const ORGANIZATIONS = 200;
const FOLDERS = 10;
const IN_FOLDER = 10;

/** A database of many organizations, each with one dataset of a few folders. */
async function createFolders(organizationId: string, datasetId: string): Promise<Database> {
  const database = await createTestDatabase();
  await database.query(
    `INSERT INTO organizations (id, name)
     SELECT CASE n WHEN 1 THEN $1::uuid ELSE gen_random_uuid() END, 'Engines' FROM generate_series(1, $2::int) n`,
    [organizationId, ORGANIZATIONS],
  );
  await database.query(
    `INSERT INTO datasets (organization_id, id, name)
     SELECT id, CASE id WHEN $1 THEN $2::uuid ELSE gen_random_uuid() END, 'Manuals' FROM organizations`,
    [organizationId, datasetId],
  );
  await database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     SELECT d.organization_id, d.id, f || '/' || n, f::text, n::text, n::text, 1
     FROM datasets d, generate_series(1, $1::int) f, generate_series(1, $2::int) n`,
    [FOLDERS, IN_FOLDER],
  );
  await database.query(
    `INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name)
     SELECT organization_id, id, f::text, '', f::text, f::text FROM datasets, generate_series(1, $1::int) f`,
    [FOLDERS],
  );
  await database.query('ANALYZE documents; ANALYZE folders');
  return database;
}

test('a page of a folder reads the rows of that folder, among datasets of many organizations', async () => {
  const [organizationId, datasetId] = [randomUUID(), randomUUID()];
  const database = await createFolders(organizationId, datasetId);
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'documents');
    const { page } = foldersOf(
      { queryOnce: (sql, parameters) => tx.query(sql, parameters) },
      organizationId,
    );
    const found = await page(datasetId, {
      path: '7',
      limit: undefined,
      after: undefined,
      by: { sort: 'name', order: 'asc' },
    });
    expect(found?.items).toHaveLength(IN_FOLDER);
    expect((await rowsRead(tx, 'documents')) - before).toBe(IN_FOLDER);
  });
  await database.close();
});
