import type { ArchiveStorage } from '../archives/archive-storage.ts';
import type { Database } from '../database/database.ts';
import { STAGES_IN_WORK } from './claimed-document.ts';

export interface ArchiveLifecycle {
  database: Database;
  storage: ArchiveStorage;
}

const IN_WORK = `EXISTS (
  SELECT FROM documents d WHERE d.organization_id = a.organization_id AND d.archive_id = a.id
  AND d.status IN (${STAGES_IN_WORK.map((status) => `'${status}'`).join(', ')})
)`;

/**
 * Ends archives whose documents have all ended: they are done, the bytes go where they were to be
 * purged, and what a person had deleted goes altogether. Safe to repeat at any time.
 */
export async function settleArchives(
  { database, storage }: ArchiveLifecycle,
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
      `SELECT a.id, a.removed_at IS NOT NULL AS removed FROM archives a
       WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[]) AND a.status <> 'pending' AND NOT ${IN_WORK}
         AND (a.removed_at IS NOT NULL
           OR (a.purge_on_completion AND a.purged_at IS NULL AND a.status IN ('completed', 'failed')))`,
      [organizationId, archiveIds],
    );
  });
  // The bytes first: should this be cut short, the row still says that they have to go.
  for (const { id } of ended) await storage.remove(id);
  const idsOf = (removed: boolean) =>
    ended.filter((archive) => archive.removed === removed).map(({ id }) => id);
  if (ended.length === 0) return;
  await database.tenant(organizationId, async (tx) => {
    await tx.query('DELETE FROM archives WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [
      organizationId,
      idsOf(true),
    ]);
    await tx.query(
      'UPDATE archives SET purged_at = now() WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
      [organizationId, idsOf(false)],
    );
  });
}
