-- Pages without text, and images, are read by OCR.

-- What a document has by OCR: how many pages were read, and how many could not be; NULL for nothing.
ALTER TABLE documents ADD COLUMN ocr jsonb;
-- Pages that OCR has yet to read, and one until the document goes on; 0 where OCR does not have it. Only OCR takes
-- it until then.
ALTER TABLE documents ADD COLUMN ocr_left integer NOT NULL DEFAULT 0;

-- Those that wait for other stages, so that scans are stepped over, however many wait.
CREATE INDEX documents_to_process ON documents (organization_id, dataset_id,
  (CASE WHEN archive_id IS NULL THEN dataset_id ELSE archive_id END))
  WHERE status IN ('ingested', 'partitioned', 'chunked') AND ocr_left = 0;
-- Those that wait for OCR, the shortest first.
CREATE INDEX documents_for_ocr ON documents (organization_id, ocr_left, id) WHERE ocr_left > 0;

-- How sure OCR is of a chunk's text, from 0 to 100; NULL where no text of it is from OCR.
ALTER TABLE chunks ADD COLUMN confidence real;

-- A document while it is read by OCR, by page. A row is a page that OCR reads, or one and more pages that it does
-- not read: `text` of the file itself, `waiting` and `read` for OCR, `unread` for what OCR cannot read.
CREATE TABLE ocr_pages (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  page integer NOT NULL,
  pages integer NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('text', 'waiting', 'read', 'unread')),
  blocks jsonb NOT NULL DEFAULT '[]',
  -- Why it is unread, in a sentence, and how long it took.
  error text,
  ms integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, document_id, page),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('ocr_pages');
