import type { Queryable } from '../../../platform/database/database.ts';
import { IN_FILE, IS_KEPT } from '../../rows/bytes-key.ts';
import { WORTH_KEEPING } from '../../rows/original-contents.ts';
import { OF_DATASET, VERSION_IN_FILE, VERSION_IS_KEPT } from '../../rows/versions/version-bytes.ts';

/**
 * Makes the file of an archive that is purged or deleted one of the organization's original files, if a
 * document or a version of one needs bytes of it, and returns whether one does. The next purge finds what is in it, and copies
 * the rest of a file of which much is not needed.
 */
export async function keepArchiveFile(
  tx: Queryable,
  organizationId: string,
  { id, size, sha256 }: { id: string; size: number; sha256: string },
): Promise<boolean> {
  // A change of what they keep comes before, or finds the file in the table.
  await tx.query(
    `SELECT id FROM datasets WHERE organization_id = $1 AND id IN (
       SELECT d.dataset_id FROM documents d WHERE ${IN_FILE}
       UNION ALL
       SELECT s.id FROM document_versions v ${OF_DATASET} WHERE ${VERSION_IN_FILE}
     ) ORDER BY id FOR SHARE`,
    [organizationId, id],
  );
  const [needed] = await tx.query<{ bytes: number; documents: number; hidden: boolean }>(
    `SELECT coalesce(sum(bytes), 0)::bigint AS bytes, count(*) AS documents,
       is_needed_by_hidden($2) AS hidden
     FROM (
       SELECT d.compressed_size AS bytes FROM documents d
       JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
       WHERE ${IN_FILE} AND ${IS_KEPT}
       UNION ALL
       SELECT v.compressed_size FROM document_versions v ${OF_DATASET}
       WHERE ${VERSION_IN_FILE} AND ${VERSION_IS_KEPT}
     ) AS needed`,
    [organizationId, id],
  );
  if (needed === undefined || (needed.documents === 0 && !needed.hidden)) return false;
  await tx.query(
    `INSERT INTO original_files (organization_id, key, size, sha256, stale)
     VALUES ($1, $2, $3, decode($4, 'hex'), $5)
     ON CONFLICT (organization_id, key) DO NOTHING`,
    [organizationId, id, size, sha256, needed.bytes < WORTH_KEEPING * size],
  );
  return true;
}
