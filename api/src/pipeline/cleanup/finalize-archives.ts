import { IN_WORK_STATUSES } from '@carrel/shared/contract';

import type { Queryable } from '../../database/database.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { deleteArchiveRows } from './delete-archive-rows.ts';
import { keepFailedBytes } from './keep-failed-bytes.ts';

const IN_WORK = `EXISTS (
  SELECT FROM documents d WHERE d.organization_id = a.organization_id AND d.archive_id = a.id
  AND d.bytes_key IS NULL AND d.status IN (${IN_WORK_STATUSES.map((status) => `'${status}'`).join(', ')})
)`;

/** Of these archives, those whose bytes are needed no more, or that a person deleted. */
const ENDED = `a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status <> 'pending'
  AND (a.removed_at IS NOT NULL
    OR (a.purge_on_completion AND a.purged_at IS NULL AND a.status IN ('completed', 'failed')))
  AND NOT ${IN_WORK}`;

/**
 * Finalizes archives of which no document is in work: they are completed; where bytes are to be purged
 * on completion they are, except those of documents that could not be read; archives that a person
 * deleted are deleted with their bytes. Safe to repeat at any time.
 */
export async function finalizeArchives(
  { database, storage }: Pick<PipelineContext, 'database' | 'storage'>,
  organizationId: string,
  archiveIds: readonly string[],
): Promise<void> {
  if (archiveIds.length === 0) return;
  const ended = await database.tenant(organizationId, async (tx) => {
    await tx.query(
      `UPDATE archives a SET status = 'completed'
       WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status = 'processing' AND NOT ${IN_WORK}`,
      [organizationId, archiveIds],
    );
    return tx.query<{ id: string; removed: boolean }>(
      `SELECT a.id, a.removed_at IS NOT NULL AS removed FROM archives a WHERE ${ENDED}`,
      [organizationId, archiveIds],
    );
  });
  for (const { id, removed } of ended) {
    if (removed) await deleteArchiveRows(database, organizationId, id);
    else await keepFailedBytes({ database, storage }, organizationId, id);
    const isFinal = await database.tenant(organizationId, (tx) => close(tx, organizationId, id));
    // After a crash at this point the file is orphaned, and is cleaned up as such.
    if (isFinal) await storage.remove(id);
  }
}

/** Deletes the archive's row or marks it purged; false where one of its documents is retried by now. */
async function close(tx: Queryable, organizationId: string, id: string): Promise<boolean> {
  // Waits for a transaction that retries one of its documents, and then sees what it did.
  await tx.query(
    'SELECT id FROM archives WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, id],
  );
  const place = [organizationId, [id]];
  const removed = await tx.query(
    `DELETE FROM archives a WHERE ${ENDED} AND a.removed_at IS NOT NULL RETURNING a.id`,
    place,
  );
  const purged = await tx.query(
    `UPDATE archives a SET purged_at = now() WHERE ${ENDED} AND a.removed_at IS NULL RETURNING a.id`,
    place,
  );
  return removed.length + purged.length > 0;
}
