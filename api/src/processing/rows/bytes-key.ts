/**
 * The stored file that has the bytes of a document `d`, or NULL: one of `original_files`, or an archive
 * that is not purged yet. A statement that uses it runs in a tenant's transaction.
 */
export const BYTES_KEY = bytesKeyOf('d');

/** The same of another document. */
export function bytesKeyOf(row: string): string {
  return `coalesce(
    (SELECT f.key FROM original_files f
     WHERE f.organization_id = ${row}.organization_id AND f.key = coalesce(${row}.bytes_key, ${row}.archive_id)),
    (SELECT a.id FROM archives a
     WHERE a.organization_id = ${row}.organization_id AND a.id = coalesce(${row}.bytes_key, ${row}.archive_id) AND a.purged_at IS NULL))`;
}

/**
 * True for a document `d` of the organization `$1` that has its bytes, in a statement that looks at many: the
 * files of the organization are read once, and not again for each document.
 */
export const HAS_BYTES = `coalesce(d.bytes_key, d.archive_id) IN (
    SELECT f.key FROM original_files f WHERE f.organization_id = $1
    UNION ALL
    SELECT a.id FROM archives a WHERE a.organization_id = $1 AND a.purged_at IS NULL)`;

/** True for a document `d` of a dataset `s` whose bytes are kept after its archive is purged. */
export const IS_KEPT = `d.data_offset IS NOT NULL AND d.size > 0
  AND (s.keep_originals OR d.to_unpack OR d.status IN ('ingested', 'partitioning_error'))`;

/** True for a document `d` of the organization `$1` whose bytes are in the file `$2`. */
export const IN_FILE = `d.organization_id = $1
  AND (d.bytes_key = $2 OR (d.archive_id = $2 AND d.bytes_key IS NULL))`;

/** True for a document `d` whose bytes no worker reads. */
export const IS_AT_REST = `d.status <> 'ingested' AND NOT d.reprocessing AND NOT d.to_unpack`;
