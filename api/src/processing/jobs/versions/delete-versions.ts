import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { lockDocuments } from '../../rows/lock-documents.ts';
import { purgeOriginalsLater } from '../originals/purge-originals-job.ts';

/** An earlier version of a document. */
export interface VersionId {
  /** Of the document. */
  id: string;
  number: number;
}

/**
 * Deletes versions of documents, with their texts. Their bytes are purged by a job, unless a document or another version
 * has the same. Returns how many versions there were.
 */
export async function deleteVersions(
  queue: Queue,
  tx: Queryable,
  organizationId: string,
  versions: readonly VersionId[],
): Promise<number> {
  const ids = versions.map(({ id }) => id);
  await lockDocuments(tx, organizationId, ids);
  const deleted = await tx.query<{ file: string | null }>(
    `DELETE FROM document_versions v USING unnest($2::uuid[], $3::integer[]) AS e (id, number)
     WHERE v.organization_id = $1 AND v.document_id = e.id AND v.number = e.number
     RETURNING v.file`,
    [organizationId, ids, versions.map(({ number }) => number)],
  );
  const files = new Set(deleted.flatMap(({ file }) => file ?? []));
  if (files.size === 0) return deleted.length;
  const stale = await tx.query(
    `UPDATE original_files SET stale = true
     WHERE organization_id = $1 AND key = ANY ($2::uuid[]) RETURNING key`,
    [organizationId, [...files]],
  );
  if (stale.length > 0) await purgeOriginalsLater(queue, tx, organizationId);
  return deleted.length;
}
