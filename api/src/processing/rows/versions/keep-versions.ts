import type { Queryable } from '../../../platform/database/database.ts';

/** A document that an archive replaces. */
export interface ReplacedDocument {
  id: string;
  version: number;
  /** Whether it gets other bytes. */
  isChanged: boolean;
}

interface Replacement {
  organizationId: string;
  /** The archive that replaces them. */
  archiveId: string;
  documents: readonly ReplacedDocument[];
}

/**
 * Keeps what documents are before they are replaced, where their dataset keeps versions: where their bytes are, and
 * their text, which is taken from what is deleted next. The documents are locked.
 */
export async function keepVersions(
  tx: Queryable,
  { organizationId, archiveId, documents }: Replacement,
): Promise<void> {
  const changed = documents.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  const [kept] = await tx.query<{ versions: number }>(
    `WITH kept AS (
       INSERT INTO document_versions (organization_id, document_id, number, name, size, sha256, status, chunk_attempt,
         received_at, received_from, replaced_by, expires_at, file, data_offset, compressed_size, method, crc32,
         read_metadata, omitted)
       SELECT $1, d.id, d.version, d.name, d.size, d.sha256, d.status, d.chunk_attempt,
         coalesce((r.entry ->> 'at')::timestamptz, d.created_at), r.entry ->> 'archive',
         (SELECT a.name FROM archives a WHERE a.organization_id = $1 AND a.id = $2),
         now() + make_interval(days => s.keep_versions_days),
         CASE WHEN s.keep_originals THEN coalesce(d.bytes_key, d.archive_id) END,
         d.data_offset, d.compressed_size, d.method, d.crc32, d.read_metadata, d.omitted
       FROM documents d JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
       LEFT JOIN LATERAL (
         SELECT entry FROM jsonb_array_elements(d.history) WITH ORDINALITY AS h (entry, at)
         WHERE entry ->> 'stage' = 'received' ORDER BY at DESC LIMIT 1
       ) r ON true
       WHERE d.organization_id = $1 AND d.id = ANY ($3::uuid[]) AND s.keep_versions > 0
       RETURNING number
     ) SELECT count(*) AS versions FROM kept`,
    [organizationId, archiveId, ids],
  );
  if (kept === undefined || kept.versions === 0) return;
  // Statements of their own: on a cluster, contents are in other databases than documents.
  const numbers = [organizationId, ids, changed.map(({ version }) => version)];
  const OF_THESE = 'unnest($2::uuid[], $3::integer[]) AS v (id, number)';
  await tx.query(
    `INSERT INTO document_version_texts (organization_id, document_id, number, packed)
     SELECT c.organization_id, c.document_id, v.number, c.document_text
     FROM ${OF_THESE}, chunks c
     WHERE c.organization_id = $1 AND c.document_id = v.id AND c.number = 0 AND c.document_text IS NOT NULL`,
    numbers,
  );
  await tx.query(
    `INSERT INTO document_version_texts (organization_id, document_id, number, blocks)
     SELECT b.organization_id, b.document_id, v.number, b.blocks
     FROM ${OF_THESE}, document_blocks b
     WHERE b.organization_id = $1 AND b.document_id = v.id
     ON CONFLICT DO NOTHING`,
    numbers,
  );
}

/**
 * Deletes versions that are more than the dataset keeps, of documents `$<ids>` that are about to be replaced. A
 * subquery `released`, whose rows have the files that the versions had.
 */
export const releasedVersions = (ids: string): string => `released AS (
    DELETE FROM document_versions v USING documents d, datasets s
    WHERE v.organization_id = $1 AND v.document_id = ANY (${ids}::uuid[])
      AND d.organization_id = $1 AND d.id = v.document_id
      AND s.organization_id = $1 AND s.id = d.dataset_id AND v.number <= d.version - s.keep_versions
    RETURNING v.document_id, v.file
  )`;
