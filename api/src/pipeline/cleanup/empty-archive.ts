import type { Database, Queryable } from '../../database/database.ts';
import { inBatches, type BatchBounds } from '../in-batches.ts';
import { lockDocuments } from '../lock-documents.ts';

/** Rows that nothing hangs on are quick. */
const LIGHT_STEPS: BatchBounds = { first: 500, most: 2000 };
const DOCUMENTS: BatchBounds = { first: 100, most: 1000 };

/** What there may be a row of for each file of an archive, with what puts them in order. */
const TABLES = {
  archive_entries: 'path',
  archive_receipt_entries: 'path',
  archive_receipt_unchanged: 'last_path',
} as const;

/**
 * Takes from an archive that is to go whatever there may be a hundred thousand of, so that its own row
 * goes in a moment: its entries, its receipt, and the word of documents that they came from it.
 */
export async function emptyArchive(
  database: Database,
  organizationId: string,
  archiveId: string,
): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => database.tenant(organizationId, work);
  await inBatches(DOCUMENTS, '', step, (tx, _, size) =>
    releaseDocuments(tx, organizationId, archiveId, size),
  );
  for (const [table, order] of Object.entries(TABLES)) {
    await removeRows(database, { table, order, of: 'archive_id' }, organizationId, archiveId);
  }
}

/** Removes the rows of one archive or dataset from a table, step by step. */
export async function removeRows(
  database: Database,
  { table, order, of }: { table: string; order: string; of: 'archive_id' | 'dataset_id' },
  organizationId: string,
  id: string,
): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => database.tenant(organizationId, work);
  await inBatches(LIGHT_STEPS, '', step, async (tx, after, size) => {
    const [last] = await tx.query<{ place: string | null }>(
      `WITH removed AS (
         DELETE FROM ${table} WHERE organization_id = $1 AND ${of} = $2 AND ${order} IN (
           SELECT ${order} FROM ${table} WHERE organization_id = $1 AND ${of} = $2 AND ${order} > $3
           ORDER BY ${order} LIMIT $4
         ) RETURNING ${order} AS place
       ) SELECT max(place) AS place FROM removed`,
      [organizationId, id, after, size],
    );
    return last?.place ?? undefined;
  });
}

async function releaseDocuments(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  size: number,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM documents WHERE organization_id = $1 AND archive_id = $2 LIMIT $3',
    [organizationId, archiveId, size],
  );
  const ids = rows.map(({ id }) => id);
  await lockDocuments(tx, organizationId, ids);
  await tx.query(
    `UPDATE documents SET archive_id = NULL
     WHERE organization_id = $1 AND archive_id = $2 AND id = ANY ($3::uuid[])`,
    [organizationId, archiveId, ids],
  );
  return ids.at(-1);
}
