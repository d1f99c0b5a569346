import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { inBatches, type BatchBounds } from '../../rows/in-batches.ts';
import type { ClaimedArchive } from './claimed-archive.ts';
import { forgetOrigins, moveBack, type MovedBack } from './moved-documents.ts';

/** How often moved documents are asked whether they can go back, as others before them did. */
const ROUNDS = 20;

/**
 * Prepares moved documents for an archive, before any of its files is merged: those that its source has moved, too, are known
 * by their new path from now on, and by the rule of the dataset others go back. So what becomes of a file does not depend
 * on its batch.
 */
export async function prepareMoved(
  step: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>,
  queue: Queue,
  archive: ClaimedArchive,
  batches: BatchBounds,
): Promise<void> {
  const { writes, containers, replaces } = archive;
  if (writes !== null || containers !== null || replaces !== null) return;
  for (let [round, back] = [0, 1]; back > 0 && round < ROUNDS; round += 1) {
    back = 0;
    await inBatches(batches, '', step, async (tx, after, size) => {
      const prepared = await prepareBatch(tx, queue, archive, after, size);
      back += prepared.back;
      return prepared.last;
    });
  }
}

/** The next documents after an earlier path. Returns the last of these paths, and how many documents went back. */
async function prepareBatch(
  tx: Queryable,
  queue: Queue,
  archive: ClaimedArchive,
  after: string,
  size: number,
): Promise<{ last: string | undefined; back: number }> {
  const { organizationId, archiveId, datasetId } = archive;
  const [range] = await tx.query<{ to: string | null; follows: boolean }>(
    `SELECT max(origin_path) AS to, (
       SELECT coalesce(moved_documents = 'follow', false) FROM datasets WHERE organization_id = $1 AND id = $2
     ) AS follows FROM (
       SELECT origin_path FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND origin_path > $3 ORDER BY origin_path LIMIT $4) AS moved`,
    [organizationId, datasetId, after, size],
  );
  if (range === undefined || range.to === null) return { last: undefined, back: 0 };
  const place = [organizationId, datasetId, archiveId, after, range.to];
  await forgetOrigins(tx, place, 'd.origin_path');
  if (!range.follows) return { last: range.to, back: 0 };
  const rows = await tx.query<MovedBack>(
    `SELECT DISTINCT ON (d.origin_path) d.id, d.path AS from, d.origin_path AS to FROM documents d
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.origin_path > $4 AND d.origin_path <= $5
       AND EXISTS (SELECT FROM archive_entries e
         WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path = d.origin_path)
     ORDER BY d.origin_path, d.path`,
    place,
  );
  return { last: range.to, back: (await moveBack(tx, queue, archive, rows)).length };
}
