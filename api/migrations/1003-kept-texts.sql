-- The text of a document as processing read it: its blocks as JSON, compressed. A large document has it in
-- document_blocks instead. It is of the attempt that made the document's chunks; that of another is out of date.
CREATE TABLE document_texts (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  attempt uuid NOT NULL,
  packed bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
-- It is compressed already.
ALTER TABLE document_texts ALTER COLUMN packed SET STORAGE EXTERNAL;
CALL isolate_by_organization('document_texts');

-- The encoding of older text files that do not say theirs. Null to detect it for each.
ALTER TABLE datasets ADD COLUMN legacy_encoding text;
