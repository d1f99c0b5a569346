/** A document that an archive has added, or whose bytes it has replaced. */
export interface ChangedDocument {
  id: string;
  path: string;
  /** The path in the archive of one that was moved. */
  entry?: string;
  status: string;
  created: boolean;
  toUnpack: boolean;
}

/** A file that was uploaded itself takes the path of one that was inside of another. */
export const IS_CHANGED =
  '(d.sha256 IS DISTINCT FROM e.sha256 OR d.container_id IS DISTINCT FROM e.container_id)';

/** What new bytes change of a document. `next` is SQL of the row that has them. */
export const newBytes = (
  next: string,
) => `size = ${next}.size, sha256 = ${next}.sha256, attempt = NULL,
  archive_id = ${next}.archive_id, data_offset = ${next}.data_offset, compressed_size = ${next}.compressed_size,
  method = ${next}.method, crc32 = ${next}.crc32, bytes_key = NULL, attempts = 0, chunk_attempt = NULL,
  reprocessing = false, read_metadata = NULL, omitted = NULL, reader = 0, ocr = NULL, ocr_left = 0,
  updated_at = now(), version = d.version + (d.sha256 IS DISTINCT FROM ${next}.sha256)::integer`;

/** Whether the file that a document `d` had is needed by the version that is kept of it. */
export const IS_FILE_KEPT = `d.sha256 IS DISTINCT FROM e.sha256 AND (
  SELECT s.keep_originals AND s.keep_versions > 0 FROM datasets s WHERE s.organization_id = $1 AND s.id = $2)`;

/** The entry of a document's history for the bytes that an archive brings. */
export const RECEIVED = `jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('stage', 'received', 'at', history_time(),
  'archive', coalesce(
    (SELECT c.name FROM documents c WHERE c.organization_id = $1 AND c.id = e.container_id),
    (SELECT name FROM archives WHERE organization_id = $1 AND id = $3)), 'error', e.fault)))`;
