-- Where a chunk is in its document: UTF-16 units from the start of the text (the blocks with blank lines
-- between them), pages or slides from 1, and the headings above it, outermost first. NULL where unknown.
ALTER TABLE chunks
  ADD COLUMN start_offset integer,
  ADD COLUMN end_offset integer,
  ADD COLUMN page_first integer,
  ADD COLUMN page_last integer,
  ADD COLUMN headings text[];

-- Organizations whose earlier chunks lack positions, which a job finds, document by document in the order
-- of their ids: `after` is the last one. Its row is deleted at the end.
CREATE TABLE chunk_locating (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);

CALL isolate_by_organization('chunk_locating', 'organization_id', 'SELECT, UPDATE, DELETE');

INSERT INTO chunk_locating (organization_id)
SELECT id FROM organizations o
WHERE EXISTS (SELECT FROM documents d WHERE d.organization_id = o.id);
