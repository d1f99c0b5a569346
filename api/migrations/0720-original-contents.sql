-- Original bytes are stored once for each content. See docs/documents.md.
-- `indexed`: the contents of the file are in `original_contents`.
ALTER TABLE original_files ADD COLUMN indexed boolean NOT NULL DEFAULT false;

-- Where a content is in a file of originals.
CREATE TABLE original_contents (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  sha256 bytea NOT NULL,
  key uuid NOT NULL REFERENCES original_files (key) ON DELETE CASCADE,
  data_offset bigint NOT NULL,
  compressed_size bigint NOT NULL,
  method smallint NOT NULL,
  PRIMARY KEY (organization_id, sha256)
);
CREATE INDEX original_contents_by_file ON original_contents (key);
CALL isolate_by_organization('original_contents');

DROP INDEX original_files_stale;
CREATE INDEX original_files_unswept ON original_files (organization_id) WHERE stale OR NOT indexed;

-- Whether a document that is hidden, and may be shown again, needs the bytes of a file. A tenant does not
-- see such documents.
CREATE FUNCTION is_needed_by_hidden(file uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM documents
    WHERE organization_id = current_organization_id() AND removed_at IS NOT NULL
      AND (bytes_key = file OR (archive_id = file AND bytes_key IS NULL))
  )
$$;
