-- What an archive did to its dataset: its own story, which outlives the zip's bytes and whatever
-- becomes of the documents. `merged_path` is how far the merging got, so that one that was cut short
-- goes on from there and counts nothing twice.
CREATE TABLE archive_receipts (
  organization_id uuid NOT NULL,
  archive_id uuid PRIMARY KEY,
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  merged_path text COLLATE "C" NOT NULL DEFAULT '',
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE archive_receipt_entries (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('added', 'changed', 'refused', 'removed')),
  reason text,
  PRIMARY KEY (archive_id, path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX archive_receipt_entries_by_outcome ON archive_receipt_entries (archive_id, outcome, path);

-- The unchanged paths, many in a row, in their order: whoever uploads a library every day leaves
-- little else.
CREATE TABLE archive_receipt_unchanged (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  last_path text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  paths text[] NOT NULL,
  PRIMARY KEY (archive_id, last_path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);

CALL isolate_by_organization('archive_receipts');
CALL isolate_by_organization('archive_receipt_entries');
CALL isolate_by_organization('archive_receipt_unchanged');
