-- An uploaded zip. Its bytes are kept under its id until `purged_at`. `number` orders the archives of
-- all datasets; one that is not synced is only `stored`. A person's deletion sets `removed_at`; the row and its bytes go once no document in
-- work needs them.
CREATE TABLE archives (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL,
  sync boolean NOT NULL,
  delete_orphans boolean NOT NULL,
  purge_on_completion boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('stored', 'pending', 'processing', 'completed', 'failed')),
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  purged_at timestamptz,
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX archives_by_dataset ON archives (organization_id, dataset_id, number DESC);
CREATE INDEX archives_open ON archives (id) WHERE status IN ('pending', 'processing') OR removed_at IS NOT NULL;

-- The files of an archive while it is read. They become documents all at once, and then go.
CREATE TABLE archive_entries (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  fault text,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  PRIMARY KEY (archive_id, path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);

CALL isolate_by_organization('archives');
CALL isolate_by_organization('archive_entries');
