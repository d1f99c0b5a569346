-- Original bytes of documents outlive their archives. See docs/documents.md.
ALTER TABLE datasets ADD COLUMN keep_originals boolean NOT NULL DEFAULT true;

-- Stored files that hold original bytes and are no archive's: what purged and deleted archives left, and
-- what was copied out of these. `stale`: a document stopped needing it. A document's bytes are in the file
-- of its `bytes_key`, or else of its `archive_id`.
CREATE TABLE original_files (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  key uuid PRIMARY KEY,
  size bigint NOT NULL,
  sha256 bytea,
  stale boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX original_files_by_organization ON original_files (organization_id) INCLUDE (size);
CREATE INDEX original_files_stale ON original_files (organization_id) WHERE stale;
CALL isolate_by_organization('original_files');

INSERT INTO original_files (organization_id, key, size)
SELECT organization_id, bytes_key, max(data_offset + compressed_size) FROM documents
WHERE bytes_key IS NOT NULL GROUP BY organization_id, bytes_key;

DROP INDEX documents_keeping_bytes;
DROP INDEX documents_kept_bytes;
CREATE INDEX documents_by_file ON documents (bytes_key) WHERE bytes_key IS NOT NULL;

CREATE FUNCTION note_unneeded_originals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (SELECT coalesce(bytes_key, archive_id) FROM old_rows);
  ELSE
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (
      SELECT coalesce(o.bytes_key, o.archive_id) FROM old_rows o JOIN new_rows n USING (id)
      WHERE coalesce(n.bytes_key, n.archive_id) IS DISTINCT FROM coalesce(o.bytes_key, o.archive_id)
    );
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_deleted_originals AFTER DELETE ON documents
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unneeded_originals();
CREATE TRIGGER note_moved_originals AFTER UPDATE ON documents
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unneeded_originals();
