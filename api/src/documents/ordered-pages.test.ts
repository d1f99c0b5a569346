import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '../../testing/database/test-database.ts';
import type { Database, Queryable } from '../database/database.ts';
import { documentsOf } from './document-repository.ts';

const DOCUMENTS = 8000;
const PAGE = 5;
const organizationId = randomUUID();
const datasetId = randomUUID();

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Engines')`, [
    organizationId,
  ]);
  await database.query(
    `INSERT INTO datasets (id, organization_id, name) VALUES ($1, $2, 'Manuals')`,
    [datasetId, organizationId],
  );
  // No statistics are collected: so it is after a bulk load.
  await database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     SELECT $1, $2, name, '', name, name, 1
     FROM (SELECT lpad(number::text, 6, '0') AS name FROM generate_series(1, $3::int) AS number) AS names`,
    [organizationId, datasetId, DOCUMENTS],
  );
});
afterAll(() => database.close());

async function rowsRead(tx: Queryable): Promise<number> {
  const [read] = await tx.query<{ rows: number }>(
    `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS rows
     FROM pg_stat_xact_user_tables WHERE relname = 'documents'`,
  );
  return read?.rows ?? Number.NaN;
}

test('a page of the list reads the rows of that page, without statistics of the table too', async () => {
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx);
    const rows = await documentsOf(tx, organizationId).page(datasetId, { page: 2, limit: PAGE });
    expect(rows.map(({ path }) => path)).toEqual([
      '000006',
      '000007',
      '000008',
      '000009',
      '000010',
    ]);
    expect((await rowsRead(tx)) - before).toBe(2 * PAGE);
  });
});

test('a page of the manifest reads the rows of that page, without statistics of the table too', async () => {
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx);
    const rows = await documentsOf(tx, organizationId).manifest(datasetId, '', PAGE);
    expect(rows.map(({ path }) => path)).toEqual([
      '000001',
      '000002',
      '000003',
      '000004',
      '000005',
    ]);
    expect((await rowsRead(tx)) - before).toBe(PAGE);
  });
});
