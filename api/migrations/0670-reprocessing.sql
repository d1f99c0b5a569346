-- A document that is processed again keeps its chunks, and is searched, until the new ones are written.
ALTER TABLE documents ADD COLUMN reprocessing boolean NOT NULL DEFAULT false;
CREATE INDEX documents_reprocessing ON documents (dataset_id) WHERE reprocessing;
