-- What people changed of the chunks of documents, apart from the chunks, so that it can be made again where these are
-- made anew: the passage of the document that a change replaces, and the chunks that stand for it. A change whose passage
-- is not there any more is lost: it is kept for people to look at.
CREATE TABLE chunk_changes (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  id uuid NOT NULL,
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  -- The passage as the document had it when it was changed.
  passage text NOT NULL,
  -- The chunks in its place, and those that would be there without the change.
  pieces jsonb NOT NULL,
  replaced jsonb NOT NULL,
  changed_by uuid,
  changed_at timestamptz NOT NULL DEFAULT now(),
  lost_at timestamptz,
  PRIMARY KEY (organization_id, document_id, id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (changed_by) REFERENCES accounts (id) ON DELETE SET NULL
);
CREATE INDEX chunk_changes_by_account ON chunk_changes (changed_by) WHERE changed_by IS NOT NULL;
ALTER TABLE chunk_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunk_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON chunk_changes TO CURRENT_USER USING (true) WITH CHECK (true);
-- Documents that the caller does not see have none.
CREATE POLICY tenant ON chunk_changes TO carrel_tenant USING (
  organization_id = current_organization_id() AND EXISTS (
    SELECT FROM documents d WHERE d.organization_id = chunk_changes.organization_id AND d.id = chunk_changes.document_id)
) WITH CHECK (organization_id = current_organization_id());
GRANT SELECT, INSERT, UPDATE, DELETE ON chunk_changes TO carrel_tenant;

-- What a change says of a chunk: its id, and what is not in the text. Null for a chunk as it was made.
ALTER TABLE chunks ADD COLUMN change jsonb;

-- The chunks of a document that are switched off, by number, which no search returns. Null for none.
ALTER TABLE documents ADD COLUMN off_chunks integer[];
