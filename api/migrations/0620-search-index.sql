-- The index of words, as rows. See docs/decisions/060-word-index.md.

-- The attempt that wrote a document's chunks. An index entry of another attempt is obsolete; without one the
-- document is not searched.
ALTER TABLE documents ADD COLUMN chunk_attempt uuid;

-- Documents that were processed before there was an index.
CREATE INDEX documents_unindexed ON documents (organization_id, id)
  WHERE chunk_attempt IS NULL AND status IN ('chunked', 'embedded', 'embedding_error');

-- NULL detects the language of each document.
ALTER TABLE datasets ADD COLUMN language text;

-- The index of one document, until it is folded into a segment.
CREATE TABLE search_parts (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  attempt uuid NOT NULL,
  part bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE search_parts ALTER COLUMN part SET STORAGE EXTERNAL;
CREATE INDEX search_parts_by_dataset ON search_parts (organization_id, dataset_id, document_id, attempt);

-- The index of many documents. It never changes; merging replaces several by one.
CREATE TABLE search_segments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  documents integer NOT NULL,
  chunks integer NOT NULL,
  bytes bigint NOT NULL,
  header bytea NOT NULL,
  -- False while its blocks are written.
  ready boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE search_segments ALTER COLUMN header SET STORAGE EXTERNAL;
CREATE INDEX search_segments_by_dataset ON search_segments (organization_id, dataset_id);

-- The terms of a segment with their postings, in blocks of about 32 kB.
CREATE TABLE search_blocks (
  organization_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  number integer NOT NULL,
  block bytea NOT NULL,
  PRIMARY KEY (organization_id, segment_id, number),
  FOREIGN KEY (organization_id, segment_id) REFERENCES search_segments (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE search_blocks ALTER COLUMN block SET STORAGE EXTERNAL;

CALL isolate_by_organization('search_parts');
CALL isolate_by_organization('search_segments');
CALL isolate_by_organization('search_blocks');
