-- The text of a small document as processing read it, in its first chunk: its blocks as JSON, compressed. It comes and
-- goes with the chunks that were made of it. A large document has it in document_blocks.
ALTER TABLE chunks ADD COLUMN document_text bytea;
-- It is compressed already.
ALTER TABLE chunks ALTER COLUMN document_text SET STORAGE EXTERNAL;

-- The encoding of older text files that do not say theirs. Null to detect it for each.
ALTER TABLE datasets ADD COLUMN legacy_encoding text;
