-- The version of the reader that read a document, or tried to, last; 0 before versions were stored. What it left out.
ALTER TABLE documents ADD COLUMN IF NOT EXISTS reader integer NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS omitted jsonb;

CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_by_reader ON documents (organization_id, dataset_id, reader)
WHERE chunk_attempt IS NOT NULL AND NOT reprocessing;
