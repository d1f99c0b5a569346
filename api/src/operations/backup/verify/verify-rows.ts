import { DOCUMENT_STATUSES } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { BYTES_KEY } from '../../../processing/rows/bytes-key.ts';

/** An invariant, with the number of rows checked and of rows that violate it. */
export interface RowCheck {
  name: string;
  checked: number;
  broken: number;
}

const COUNTED = DOCUMENT_STATUSES.map(
  (status) => `count(*) FILTER (WHERE d.status = '${status}') AS ${status}`,
).join(', ');
const DIFFERENT = DOCUMENT_STATUSES.map((status) => `c.${status} <> coalesce(n.${status}, 0)`).join(
  ' OR ',
);

/**
 * Each query returns the number of rows `checked` and the number of `broken` ones. Contents are counted before they
 * are compared with documents, which may be in another database.
 */
const CHECKS: Record<string, string> = {
  'chunks belong to a document': `
    WITH chunked AS MATERIALIZED (
      SELECT organization_id, document_id, count(*) AS chunks FROM chunks GROUP BY 1, 2
    )
    SELECT coalesce(sum(c.chunks), 0)::bigint AS checked,
      coalesce(sum(c.chunks) FILTER (WHERE d.id IS NULL), 0)::bigint AS broken
    FROM chunked c LEFT JOIN documents d ON d.organization_id = c.organization_id AND d.id = c.document_id`,
  'vectors belong to a chunk': `
    SELECT count(*) AS checked, count(*) FILTER (WHERE c.document_id IS NULL) AS broken
    FROM chunk_vectors v LEFT JOIN chunks c USING (organization_id, document_id, number)`,
  'vectors are in the search index': `
    WITH counted AS MATERIALIZED (
      SELECT organization_id, document_id, v.vectors IS DISTINCT FROM s.vectors AS is_broken
      FROM (
        SELECT organization_id, document_id, model_id, count(*) AS vectors FROM chunk_vectors GROUP BY 1, 2, 3
      ) v FULL JOIN (
        SELECT organization_id, document_id, model_id, sum(count) AS vectors FROM vector_segments GROUP BY 1, 2, 3
      ) s USING (organization_id, document_id, model_id)
    )
    SELECT count(*) AS checked, count(*) FILTER (WHERE c.is_broken) AS broken
    FROM counted c JOIN documents d ON d.organization_id = c.organization_id AND d.id = c.document_id
    WHERE d.status = 'embedded'`,
  'documents in progress have their bytes': `
    SELECT count(*) AS checked, count(*) FILTER (WHERE ${BYTES_KEY} IS NULL) AS broken
    FROM documents d WHERE d.status = 'ingested'`,
  'kept originals are in a stored file': `
    SELECT count(*) AS checked, count(*) FILTER (WHERE f.key IS NULL OR d.data_offset + d.compressed_size > f.size) AS broken
    FROM documents d LEFT JOIN original_files f ON f.organization_id = d.organization_id AND f.key = d.bytes_key
    WHERE d.bytes_key IS NOT NULL AND d.data_offset IS NOT NULL AND d.size > 0
      AND NOT EXISTS (SELECT FROM archives a WHERE a.id = d.bytes_key AND a.removed_at IS NOT NULL)
      AND EXISTS (SELECT FROM datasets s WHERE s.id = d.dataset_id AND s.removed_at IS NULL)`,
  'contents are within their file': `
    SELECT count(*) AS checked, count(*) FILTER (WHERE c.data_offset + c.compressed_size > f.size) AS broken
    FROM original_contents c JOIN original_files f USING (key)`,
  'counts of datasets add up': `
    SELECT count(*) AS checked, count(*) FILTER (WHERE ${DIFFERENT}) AS broken
    FROM dataset_counts c LEFT JOIN (
      SELECT d.dataset_id, ${COUNTED} FROM documents d WHERE d.removed_at IS NULL GROUP BY d.dataset_id
    ) n USING (dataset_id)`,
  'counts of folders add up': `
    SELECT count(*) AS checked,
      count(*) FILTER (WHERE f.document_count <> coalesce(n.documents, 0) OR f.failed_count <> coalesce(n.failed, 0)) AS broken
    FROM folders f LEFT JOIN (
      SELECT d.dataset_id, above.path, count(*) AS documents, count(*) FILTER (WHERE is_failed(d.status)) AS failed
      FROM documents d, folder_and_above(d.folder) AS above (path)
      WHERE d.folder <> '' AND d.removed_at IS NULL GROUP BY d.dataset_id, above.path
    ) n ON n.dataset_id = f.dataset_id AND n.path = f.path`,
  'organizations with members have an Owner': `
    SELECT count(*) AS checked, count(*) FILTER (WHERE NOT owned) AS broken FROM (
      SELECT m.organization_id, bool_or(r.rank = 0) AS owned
      FROM memberships m JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
      GROUP BY m.organization_id
    ) o`,
};

/** Checks the invariants of the database. */
export async function verifyRows(tx: Queryable): Promise<RowCheck[]> {
  const results: RowCheck[] = [];
  for (const [name, sql] of Object.entries(CHECKS)) {
    const [row] = await tx.query<{ checked: number; broken: number }>(sql);
    results.push({ name, checked: row?.checked ?? 0, broken: row?.broken ?? 0 });
  }
  return results;
}
