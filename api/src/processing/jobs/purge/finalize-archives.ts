import type { Queryable } from '../../../platform/database/database.ts';
import { recordArchiveEvents } from '../../../platform/webhook-events/recorded-events.ts';
import { isInProgress } from '../../rows/is-in-progress.ts';
import { keepArchiveFile } from '../originals/keep-archive-file.ts';
import { purgeOriginalsLater } from '../originals/purge-originals-job.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { deleteArchiveRows } from './delete-archive-rows.ts';

/** Documents of the archive are processed, or what is inside of them is. */
const IN_PROGRESS = `(EXISTS (
  SELECT FROM documents d WHERE d.organization_id = a.organization_id AND d.archive_id = a.id
  AND d.bytes_key IS NULL AND ${isInProgress('d')}
) OR EXISTS (
  SELECT FROM documents d WHERE d.organization_id = a.organization_id AND d.archive_id = a.id AND d.to_unpack
) OR EXISTS (
  SELECT FROM archives i WHERE i.organization_id = a.organization_id AND i.outer_id = a.id
  AND i.status IN ('pending', 'processing')
))`;

/**
 * Of these archives, those whose bytes are needed no more, or that a person deleted. Documents that may be
 * shown again still refer to theirs.
 */
const ENDED = `a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status <> 'pending'
  AND ((a.removed_at IS NOT NULL AND NOT is_needed_by_hidden(a.id))
    OR (a.purge_on_completion AND a.purged_at IS NULL AND a.status IN ('completed', 'failed')))
  AND NOT ${IN_PROGRESS}`;

/**
 * Finalizes archives of which no document is in progress: they are completed; where bytes are to be purged
 * on completion they are, and archives that a person deleted are deleted, except for the bytes that
 * documents keep. Safe to repeat at any time.
 */
export async function finalizeArchives(
  { database, storage, queue }: Pick<PipelineContext, 'database' | 'storage' | 'queue'>,
  organizationId: string,
  archiveIds: readonly string[],
): Promise<void> {
  if (archiveIds.length === 0) return;
  const { ended, outerIds } = await database.tenant(organizationId, async (tx) => {
    const completed = await tx.query<{ stale: boolean; outer_id: string | null }>(
      `WITH completed AS (
         UPDATE archives a SET status = 'completed', paused_at = NULL
         WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status = 'processing'
           AND a.cancelled_at IS NULL AND NOT ${IN_PROGRESS}
         RETURNING a.id, a.dataset_id, a.name, a.outer_id
       ), ${recordArchiveEvents('completed')}
       SELECT outer_id, EXISTS (
         SELECT FROM original_files f WHERE f.organization_id = $1 AND f.stale) AS stale FROM completed`,
      [organizationId, archiveIds],
    );
    // Documents that it replaced or deleted may have been the last to need a file.
    if (completed.some(({ stale }) => stale)) await purgeOriginalsLater(queue, tx, organizationId);
    const rows = await tx.query<{ id: string; size: number; sha256: string; removed: boolean }>(
      `SELECT a.id, a.size, encode(a.sha256, 'hex') AS sha256, a.removed_at IS NOT NULL AS removed FROM archives a WHERE ${ENDED}`,
      [organizationId, archiveIds],
    );
    return { ended: rows, outerIds: completed.flatMap((row) => row.outer_id ?? []) };
  });
  for (const { id, size, sha256, removed } of ended) {
    if (removed) await deleteArchiveRows(database, organizationId, id);
    const closed = await database.tenant(organizationId, async (tx) => {
      const isFinal = await close(tx, organizationId, id);
      if (!isFinal) return 'open';
      const kept = await keepArchiveFile(tx, organizationId, { id, size, sha256 });
      if (kept) await purgeOriginalsLater(queue, tx, organizationId);
      return kept ? 'kept' : 'purged';
    });
    // After a crash at this point the file is orphaned, and is cleaned up as such.
    if (closed === 'purged') await storage.remove(id);
  }
  await finalizeArchives({ database, storage, queue }, organizationId, [...new Set(outerIds)]);
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
