import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { keysOfParts, type PartedFile } from '../../../platform/storage/archive-storage.ts';
import { purgeFilesLater } from '../originals/purge-files-job.ts';

const AT_ONCE = 500;

/** Keys of files that hold bytes of unfinished uploads, or may soon. */
export const UPLOAD_KEYS = `SELECT key FROM uploads,
  unnest(ARRAY[id::text, 'incoming/' || id, stored->'tail'->>'key']) AS key
  WHERE finished_at IS NULL AND key IS NOT NULL`;

/**
 * Deletes the uploads that `condition` selects from `uploads u`, and sends the job that purges their bytes.
 * The bytes of a finished one are its archive's. Returns the number of uploads, of which there may be more.
 */
export async function deleteUploads(
  queue: Queue,
  tx: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<number> {
  const deleted = await tx.query<{ id: string; stored: PartedFile; finished: boolean }>(
    `DELETE FROM uploads WHERE (organization_id, id) IN (
       SELECT organization_id, id FROM uploads u WHERE ${condition} ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE
     ) RETURNING id, stored, finished_at IS NOT NULL AS finished`,
    parameters,
  );
  const unfinished = deleted.filter(({ finished }) => !finished);
  await purgeFilesLater(
    queue,
    tx,
    unfinished.flatMap(({ id, stored }) => keysOfParts(id, stored)),
  );
  return deleted.length;
}
