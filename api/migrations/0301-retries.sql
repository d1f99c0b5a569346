-- `attempts` is how often a document's processing was begun. `bytes_key` names the stored file that
-- keeps the bytes of a failed document after its archive was purged: several share one, and the
-- sweep removes it once no document names it any more.
ALTER TABLE documents
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN bytes_key uuid;

ALTER TABLE documents DISABLE TRIGGER USER;
UPDATE documents SET attempts = 1 WHERE data_offset IS NOT NULL AND status <> 'ingested';
ALTER TABLE documents ENABLE TRIGGER USER;

CREATE INDEX documents_keeping_bytes ON documents (dataset_id, bytes_key) WHERE bytes_key IS NOT NULL;
