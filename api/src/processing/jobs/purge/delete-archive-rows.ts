import type { Database, Queryable } from '../../../platform/database/database.ts';
import { inBatches, type BatchBounds } from '../../rows/in-batches.ts';
import { lockDocuments } from '../../rows/lock-documents.ts';
import { IS_KEPT } from '../../rows/bytes-key.ts';
import { changedDocuments, heldDocuments } from '../../rows/document-writes/write-documents.ts';

/** Rows that no other row refers to are deleted quickly. */
const LEAF_BATCHES: BatchBounds = { first: 500, most: 2000 };
const DOCUMENT_BATCHES: BatchBounds = { first: 100, most: 1000 };

/** Tables with a row for each file of an archive, and the column of their order. */
const TABLES = {
  archive_entries: 'path',
  archive_receipt_entries: 'path',
  archive_receipt_unchanged: 'last_path',
} as const;

/**
 * Deletes an archive's bulk rows in batches, so that deleting its own row is fast: entries, receipts,
 * and the documents' references to it.
 */
export async function deleteArchiveRows(
  database: Database,
  organizationId: string,
  archiveId: string,
): Promise<void> {
  const inTenant = <T>(work: (tx: Queryable) => Promise<T>) =>
    database.tenant(organizationId, work);
  await inBatches(DOCUMENT_BATCHES, '', inTenant, (tx, _, size) =>
    releaseDocuments(tx, organizationId, archiveId, size),
  );
  for (const [table, order] of Object.entries(TABLES)) {
    await deleteRows(database, { table, order, of: 'archive_id' }, organizationId, archiveId);
  }
}

/** Deletes the rows of one archive or dataset from a table, in batches. */
export async function deleteRows(
  database: Database,
  { table, order, of }: { table: string; order: string; of: 'archive_id' | 'dataset_id' },
  organizationId: string,
  id: string,
): Promise<void> {
  const inTenant = <T>(work: (tx: Queryable) => Promise<T>) =>
    database.tenant(organizationId, work);
  await inBatches(LEAF_BATCHES, '', inTenant, async (tx, after, size) => {
    const [deleted] = await tx.query<{ last: string | null }>(
      `WITH deleted AS (
         DELETE FROM ${table} WHERE organization_id = $1 AND ${of} = $2 AND ${order} > $3 AND ${order} <= (
           SELECT max(${order}) FROM (
             SELECT ${order} FROM ${table} WHERE organization_id = $1 AND ${of} = $2 AND ${order} > $3
             ORDER BY ${order} LIMIT $4
           ) AS batch
         ) RETURNING ${order} AS place
       ) SELECT max(place) AS last FROM deleted`,
      [organizationId, id, after, size],
    );
    return deleted?.last ?? undefined;
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
    // The file of an archive has its key.
    `WITH ${heldDocuments('$3')}, ${changedDocuments('released', {
      set: `archive_id = NULL, bytes_key = coalesce(d.bytes_key, (
         SELECT d.archive_id FROM datasets s
         WHERE s.organization_id = d.organization_id AND s.id = d.dataset_id AND ${IS_KEPT}
       ))`,
      where: 'd.archive_id = $2',
    })} SELECT count(*) FROM released`,
    [organizationId, archiveId, ids],
  );
  return ids.at(-1);
}
