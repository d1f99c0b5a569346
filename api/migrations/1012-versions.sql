-- How many versions of a document of the dataset are kept after it is replaced, and for how many days.
ALTER TABLE datasets ADD COLUMN keep_versions integer NOT NULL DEFAULT 5
  CONSTRAINT datasets_keep_versions_check CHECK (keep_versions BETWEEN 0 AND 100);
ALTER TABLE datasets ADD COLUMN keep_versions_days integer NOT NULL DEFAULT 30
  CONSTRAINT datasets_keep_versions_days_check CHECK (keep_versions_days BETWEEN 1 AND 3650);

-- The number of the bytes that the document has: each replacement adds one.
ALTER TABLE documents ADD COLUMN version integer NOT NULL DEFAULT 1;

-- What documents were before they were replaced. `file` has the bytes: an archive or one of the original files, while that
-- exists. The metadata is what was read of these bytes, by which the version has a fence of its own.
CREATE TABLE document_versions (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  status text NOT NULL,
  -- Of its chunks: links to passages of them have its first characters.
  chunk_attempt uuid,
  received_at timestamptz NOT NULL,
  received_from text,
  replaced_at timestamptz NOT NULL DEFAULT now(),
  replaced_by text,
  expires_at timestamptz NOT NULL,
  file uuid,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  read_metadata jsonb,
  omitted jsonb,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX document_versions_by_file ON document_versions (file) WHERE file IS NOT NULL;
CREATE INDEX document_versions_expiring ON document_versions (expires_at);
CALL isolate_by_organization('document_versions');
ALTER POLICY tenant ON document_versions USING (
  organization_id = current_organization_id() AND EXISTS (
    SELECT FROM documents d
    WHERE d.organization_id = document_versions.organization_id AND d.id = document_versions.document_id
      AND is_document_reachable(d.organization_id, d.dataset_id, d.path, document_versions.status, d.container_id,
        document_versions.read_metadata, d.edited_metadata, document_versions.omitted))
) WITH CHECK (organization_id = current_organization_id());

-- The texts of versions, moved here from the first chunk or from the blocks of the document.
CREATE TABLE document_version_texts (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  packed bytea,
  blocks jsonb,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id, number)
    REFERENCES document_versions (organization_id, document_id, number) ON DELETE CASCADE
);
-- It is compressed already.
ALTER TABLE document_version_texts ALTER COLUMN packed SET STORAGE EXTERNAL;
CALL isolate_by_organization('document_version_texts');
ALTER POLICY tenant ON document_version_texts USING (
  organization_id = current_organization_id() AND EXISTS (
    SELECT FROM document_versions v
    WHERE v.organization_id = document_version_texts.organization_id
      AND v.document_id = document_version_texts.document_id AND v.number = document_version_texts.number)
) WITH CHECK (organization_id = current_organization_id());

-- Whether a document that may be shown again, or a version of one, needs bytes of a file.
CREATE OR REPLACE FUNCTION is_needed_by_hidden(file uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM documents
    WHERE organization_id = current_organization_id() AND removed_at IS NOT NULL
      AND (bytes_key = file OR (archive_id = file AND bytes_key IS NULL))
  ) OR EXISTS (
    SELECT FROM document_versions v
    JOIN documents d ON d.organization_id = v.organization_id AND d.id = v.document_id
    WHERE v.organization_id = current_organization_id() AND v.file = is_needed_by_hidden.file
      AND d.removed_at IS NOT NULL
  )
$$;
