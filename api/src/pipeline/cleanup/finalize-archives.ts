import { IN_WORK_STATUSES } from '@carrel/shared/contract';

import type { ArchiveStorage } from '../../storage/archive-storage.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { emptyArchive } from './empty-archive.ts';
import { keepFailedBytes } from './keep-failed-bytes.ts';

export interface ArchiveStores {
  database: Database;
  storage: ArchiveStorage;
}

const IN_WORK = `EXISTS (
  SELECT FROM documents d WHERE d.organization_id = a.organization_id AND d.archive_id = a.id
  AND d.bytes_key IS NULL AND d.status IN (${IN_WORK_STATUSES.map((status) => `'${status}'`).join(', ')})
)`;

/** Of these archives, those whose bytes nobody needs any more, or that a person deleted. */
const ENDED = `a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status <> 'pending'
  AND (a.removed_at IS NOT NULL
    OR (a.purge_on_completion AND a.purged_at IS NULL AND a.status IN ('completed', 'failed')))
  AND NOT ${IN_WORK}`;

/**
 * Ends archives whose documents have all ended: they are done, the bytes go where they were to be
 * purged, but for those of documents that could not be read, and what a person had deleted goes
 * altogether. Safe to repeat at any time.
 */
export async function finalizeArchives(
  { database, storage }: ArchiveStores,
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
    if (removed) await emptyArchive(database, organizationId, id);
    else await keepFailedBytes({ database, storage }, organizationId, id);
    const gone = await database.tenant(organizationId, (tx) => forget(tx, organizationId, id));
    // Should this be cut short, the file is one that no archive has, and is swept.
    if (gone) await storage.remove(id);
  }
}

/** False where one of its documents is being tried again by now. */
async function forget(tx: Queryable, organizationId: string, id: string): Promise<boolean> {
  // Waits for whoever is having a document tried again, and then sees it.
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
