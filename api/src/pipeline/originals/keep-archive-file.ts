import type { Queryable } from '../../database/database.ts';
import { IS_KEPT } from './bytes-key.ts';

/** Share of a file's bytes that documents need, above which it is kept as it is. */
const WORTH_KEEPING = 0.9;

/**
 * Makes the file of an archive that is purged or deleted one of the organization's original files, if a
 * document needs bytes of it; `in part` if most of it is needed no more, and it is worth copying the rest.
 */
export async function keepArchiveFile(
  tx: Queryable,
  organizationId: string,
  { id, size, sha256 }: { id: string; size: number; sha256: string },
): Promise<'no' | 'whole' | 'in part'> {
  const [needed] = await tx.query<{ bytes: number; documents: number }>(
    `SELECT coalesce(sum(d.compressed_size), 0)::bigint AS bytes, count(*) AS documents
     FROM documents d JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
     WHERE d.organization_id = $1 AND ${IS_KEPT}
       AND (d.bytes_key = $2 OR (d.archive_id = $2 AND d.bytes_key IS NULL))`,
    [organizationId, id],
  );
  if (needed === undefined || needed.documents === 0) return 'no';
  const isWhole = needed.bytes >= WORTH_KEEPING * size;
  await tx.query(
    `INSERT INTO original_files (organization_id, key, size, sha256, stale)
     VALUES ($1, $2, $3, decode($4, 'hex'), $5)
     ON CONFLICT (key) DO NOTHING`,
    [organizationId, id, size, sha256, !isWhole],
  );
  return isWhole ? 'whole' : 'in part';
}
