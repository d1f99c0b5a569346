import { randomUUID } from 'node:crypto';

import type { Database, Queryable } from '@carrel/api/src/platform/database/database.ts';
import { createTestDatabase, isEmbedded } from './test-database.ts';

/** A dataset of documents with the paths 000001, 000002, ..., of whose table no statistics were collected. */
export interface UnanalyzedDocuments {
  database: Database;
  organizationId: string;
  datasetId: string;
}

/** As a database is after a bulk load. */
export async function createUnanalyzedDocuments(count: number): Promise<UnanalyzedDocuments> {
  const database = await createTestDatabase();
  // The embedded database would analyze them within a second.
  if (isEmbedded()) {
    for (const table of ['documents', 'archive_entries', 'search_parts']) {
      await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    }
  }
  const organizationId = randomUUID();
  const datasetId = randomUUID();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Engines')`, [
    organizationId,
  ]);
  await database.query(
    `INSERT INTO datasets (id, organization_id, name) VALUES ($1, $2, 'Manuals')`,
    [datasetId, organizationId],
  );
  await database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     SELECT $1, $2, name, '', name, name, 1
     FROM (SELECT lpad(number::text, 6, '0') AS name FROM generate_series(1, $3::int) AS number) AS names`,
    [organizationId, datasetId, count],
  );
  return { database, organizationId, datasetId };
}

/** Returns how many rows of a table, and of its partitions, were read on the connection of a transaction, to be compared with a later count. */
export async function rowsRead(tx: Queryable, table: string): Promise<number> {
  const [read] = await tx.query<{ rows: number }>(
    `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint AS rows
     FROM pg_stat_xact_user_tables
     WHERE relid = $1::regclass OR relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass)`,
    [table],
  );
  return read?.rows ?? Number.NaN;
}
