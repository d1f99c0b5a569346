-- What is kept of a document to find others like it: the hash of its bytes, the hash of its text, and a sample of its
-- shingles. Without a text, only the first. `compared` is false until a job has looked for others; only then are its
-- bands indexed, and no more than some of those that share one.
CREATE TABLE document_signatures (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  sha256 bytea,
  text_hash bytea,
  length integer NOT NULL,
  sketch bytea,
  bands integer[],
  indexed_bands integer[],
  compared boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
-- Hashes do not compress.
ALTER TABLE document_signatures ALTER COLUMN sketch SET STORAGE EXTERNAL;
CREATE INDEX document_signatures_by_bytes ON document_signatures (organization_id, dataset_id, sha256);
CREATE INDEX document_signatures_by_text ON document_signatures (organization_id, dataset_id, text_hash, sha256)
  WHERE text_hash IS NOT NULL;
CREATE INDEX document_signatures_by_band ON document_signatures USING gin (indexed_bands) WHERE indexed_bands IS NOT NULL;
CREATE INDEX document_signatures_to_compare ON document_signatures (organization_id, document_id) WHERE NOT compared;
CALL isolate_by_organization('document_signatures');
CALL limit_by_reach('document_signatures', 'is_reachable(dataset_id)');

-- A group of documents of one dataset, whoever sees them: its members are the documents with its hashes.
CREATE TABLE duplicate_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('equal', 'equal_text', 'nearly_equal')),
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX duplicate_groups_in_order ON duplicate_groups (organization_id, dataset_id, kind, found_at DESC, id DESC);
CALL isolate_by_organization('duplicate_groups');
CALL limit_by_reach('duplicate_groups', 'is_reachable(dataset_id)');

-- The hashes of a group: of bytes for `equal`, of texts for the others. Texts that are nearly equal have a row each, and
-- any two of a group are nearly equal, so that it is one without those that a reader does not see.
CREATE TABLE duplicate_hashes (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  kind text NOT NULL,
  hash bytea NOT NULL,
  group_id uuid NOT NULL,
  PRIMARY KEY (organization_id, dataset_id, kind, hash),
  FOREIGN KEY (organization_id, group_id) REFERENCES duplicate_groups (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX duplicate_hashes_by_group ON duplicate_hashes (organization_id, group_id);
CALL isolate_by_organization('duplicate_hashes');
CALL limit_by_reach('duplicate_hashes', 'is_reachable(dataset_id)');

-- A person said of a document, with the content that it had, that it is no duplicate of the others in its group.
CREATE TABLE duplicate_dismissals (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  hash bytea NOT NULL,
  dismissed_by uuid,
  dismissed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, group_id, document_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES duplicate_groups (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (dismissed_by) REFERENCES accounts (id) ON DELETE SET NULL
);
CREATE INDEX duplicate_dismissals_by_document ON duplicate_dismissals (organization_id, document_id);
CREATE INDEX duplicate_dismissals_by_account ON duplicate_dismissals (dismissed_by);
CALL isolate_by_organization('duplicate_dismissals');
CALL limit_by_reach('duplicate_dismissals', 'is_reachable(dataset_id)');

-- Organizations with documents that were processed before there were signatures, and the last one that has its own.
CREATE TABLE signature_backlog (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
CALL isolate_by_organization('signature_backlog');
INSERT INTO signature_backlog (organization_id) 
  SELECT o.id FROM organizations o WHERE EXISTS (SELECT FROM documents d WHERE d.organization_id = o.id);
