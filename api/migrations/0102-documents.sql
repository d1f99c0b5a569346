-- Paths are relative, parted by slashes; the root is the empty path. `sort_name` is the name as it is
-- sorted: lower case, without accents.
CREATE TABLE folders (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  parent text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (dataset_id, path),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX folders_in_order ON folders (dataset_id, parent, sort_name, name);

-- A file of a dataset. Its bytes stand in `archive_id` at `data_offset`, for as long as they are
-- needed. `attempt` belongs to the worker that moves it: a move under another token changes nothing.
CREATE TABLE documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  status text NOT NULL DEFAULT 'ingested' CHECK (status IN (
    'ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error'
  )),
  error text,
  attempt uuid,
  archive_id uuid,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  UNIQUE (dataset_id, path),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE SET NULL (archive_id)
);

CREATE INDEX documents_in_order ON documents (dataset_id, folder, sort_name, name);
CREATE INDEX documents_by_status ON documents (dataset_id, status, path);
CREATE INDEX documents_by_archive ON documents (organization_id, archive_id, status);

-- What partitioning gave: an array of blocks.
CREATE TABLE document_blocks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  blocks jsonb NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);

-- `rendered` is what is embedded where the dataset has a template, `text` is otherwise.
CREATE TABLE chunks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  rendered text,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);

-- 32-bit floats, least significant byte first.
CREATE TABLE chunk_vectors (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id, number) REFERENCES chunks (organization_id, document_id, number) ON DELETE CASCADE
);

CREATE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    EXECUTE format(
      'SELECT dataset_id, %s FROM (%s) changes (dataset_id, status, change) GROUP BY dataset_id ORDER BY dataset_id',
      (
        SELECT string_agg(format('coalesce(sum(change) FILTER (WHERE status = %L), 0)::integer AS %I', status, status), ', ')
        FROM unnest(ARRAY['ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error']) AS status
      ),
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, status, 1 FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, status, -1 FROM old_rows'
        ELSE 'SELECT n.dataset_id, n.status, 1 FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status
          UNION ALL SELECT o.dataset_id, o.status, -1 FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status'
      END
    )
  LOOP
    UPDATE dataset_counts SET
      ingested = ingested + moved.ingested,
      partitioned = partitioned + moved.partitioned,
      partitioning_error = partitioning_error + moved.partitioning_error,
      chunked = chunked + moved.chunked,
      chunking_error = chunking_error + moved.chunking_error,
      embedded = embedded + moved.embedded,
      embedding_error = embedding_error + moved.embedding_error
    WHERE dataset_id = moved.dataset_id;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_inserted AFTER INSERT ON documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_updated AFTER UPDATE ON documents
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_deleted AFTER DELETE ON documents
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();

CALL isolate_by_organization('folders');
CALL isolate_by_organization('documents');
CALL isolate_by_organization('document_blocks');
CALL isolate_by_organization('chunks');
CALL isolate_by_organization('chunk_vectors');
