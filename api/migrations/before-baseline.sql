-- The steps that 1000-baseline.sql replaces, as they were. A backup of a version from before the baseline is restored
-- by them: its rows go into the schema of then, and the steps that follow change both. Nothing here changes.
-- step 0001-tenancy.sql
-- Roles belong to the whole server: another database on it, or an operator who may not create roles
-- here, may have made this one before.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carrel_tenant') THEN
    CREATE ROLE carrel_tenant NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;

DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'carrel_tenant', 'MEMBER') THEN
    EXECUTE format('GRANT carrel_tenant TO %I', current_user);
  END IF;
END
$$;

DO $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO carrel_tenant', current_schema());
END
$$;

-- The organization of the current transaction, or NULL outside of one, which no row matches.
CREATE FUNCTION current_organization_id() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('carrel.organization_id', true), '')::uuid;

-- Makes rows of other organizations invisible and unwritable to a tenant's transaction. `column_name`
-- holds the organization's id. The owner of the table, who serves sign-in, sweeps and backups across
-- organizations, is let through by a policy of its own: a table that lacks one stays shut to everybody.
CREATE PROCEDURE isolate_by_organization(
  table_name text,
  column_name text DEFAULT 'organization_id',
  privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE'
)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  EXECUTE format(
    'CREATE POLICY tenant ON %I TO carrel_tenant USING (%I = current_organization_id()) WITH CHECK (%I = current_organization_id())',
    table_name, column_name, column_name
  );
  EXECUTE format('CREATE POLICY owner ON %I TO %I USING (true) WITH CHECK (true)', table_name, current_user);
  EXECUTE format('GRANT %s ON %I TO carrel_tenant', privileges, table_name);
END
$$;
-- step 0002-accounts.sql
CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- `address_key` is the address as it is compared. Several accounts may claim an address; whoever
-- confirms it first has it.
CREATE TABLE account_emails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL,
  address_key text NOT NULL,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_emails_once_an_account UNIQUE (account_id, address_key)
);

CREATE UNIQUE INDEX account_emails_confirmed_once ON account_emails (address_key)
WHERE confirmed_at IS NOT NULL;

CREATE INDEX account_emails_by_address ON account_emails (address_key, created_at);

-- One browser that is signed in. Tokens are derived from a family secret that only the browser keeps
-- and from `counter`, which each refresh raises by one.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  family_hash bytea NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  previous_access_hash bytea,
  user_agent text,
  client_ip text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The links in e-mails. A new one for the same subject replaces the last.
CREATE TABLE link_tokens (
  purpose text NOT NULL,
  subject uuid NOT NULL,
  hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, subject)
);

CREATE INDEX link_tokens_by_expiry ON link_tokens (expires_at);

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Attempts in a window of time, keyed by the hash of what is limited.
CREATE UNLOGGED TABLE rate_limits (
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

CREATE INDEX rate_limits_by_end ON rate_limits (window_ends_at);
-- step 0003-organizations.sql
CREATE TABLE organizations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A lower rank may more: 0 Owner, 1 Admin, 2 Editor, 3 Viewer.
CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  rank integer NOT NULL,
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, rank)
);

CREATE TABLE memberships (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  role_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, account_id),
  FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX memberships_by_account ON memberships (account_id);

CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  address text NOT NULL,
  address_key text NOT NULL,
  role_id uuid NOT NULL,
  invited_by uuid REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT invitations_once_an_address UNIQUE (organization_id, address_key),
  FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id) ON DELETE CASCADE
);

CALL isolate_by_organization('organizations', 'id');
CALL isolate_by_organization('roles');
CALL isolate_by_organization('memberships');
CALL isolate_by_organization('invitations');

-- A tenant knows of an account what its fellow members may see, and of nobody else anything.
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE account_emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_emails FORCE ROW LEVEL SECURITY;

CREATE POLICY fellow_member ON accounts FOR SELECT TO carrel_tenant
USING (EXISTS (SELECT FROM memberships WHERE memberships.account_id = accounts.id));
CREATE POLICY fellow_member ON account_emails FOR SELECT TO carrel_tenant
USING (EXISTS (SELECT FROM memberships WHERE memberships.account_id = account_emails.account_id));

DO $$
BEGIN
  EXECUTE format('CREATE POLICY owner ON accounts TO %I USING (true) WITH CHECK (true)', current_user);
  EXECUTE format('CREATE POLICY owner ON account_emails TO %I USING (true) WITH CHECK (true)', current_user);
END
$$;

GRANT SELECT (id, first_name, last_name) ON accounts TO carrel_tenant;
GRANT SELECT (account_id, address_key, confirmed_at) ON account_emails TO carrel_tenant;
-- step 0004-audit-and-outbox.sql
-- What was done, by whom, in the transaction that did it. It outlives everything that it names.
CREATE TABLE audit_records (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  organization_id uuid,
  account_id uuid,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id uuid,
  ip text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX audit_records_by_organization ON audit_records (organization_id, id);
CREATE INDEX audit_records_by_account ON audit_records (account_id, id);

CALL isolate_by_organization('audit_records', privileges => 'SELECT, INSERT');

-- Messages to send. They hold no link: its token is made when the message leaves, and only its hash
-- is kept. `reference` is what the message is about: an e-mail address, an account or an invitation.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  address text NOT NULL,
  reference uuid,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz
);

CREATE INDEX outbox_by_address ON outbox (address, kind, created_at);
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;

GRANT INSERT ON outbox TO carrel_tenant;
-- step 0005-workspaces.sql
CREATE TABLE workspaces (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);

CALL isolate_by_organization('workspaces');
-- step 0100-datasets.sql
CREATE TABLE datasets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text,
  chunk_template text,
  metadata_parameters jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);

CREATE TABLE workspace_datasets (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, workspace_id, dataset_id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX workspace_datasets_by_dataset ON workspace_datasets (organization_id, dataset_id);

-- How many documents of a dataset stand where; kept by a trigger, so that nobody has to count.
CREATE TABLE dataset_counts (
  organization_id uuid NOT NULL,
  dataset_id uuid PRIMARY KEY,
  ingested integer NOT NULL DEFAULT 0,
  partitioned integer NOT NULL DEFAULT 0,
  partitioning_error integer NOT NULL DEFAULT 0,
  chunked integer NOT NULL DEFAULT 0,
  chunking_error integer NOT NULL DEFAULT 0,
  embedded integer NOT NULL DEFAULT 0,
  embedding_error integer NOT NULL DEFAULT 0,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE FUNCTION create_dataset_counts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dataset_counts (organization_id, dataset_id) VALUES (NEW.organization_id, NEW.id);
  RETURN NULL;
END
$$;

CREATE TRIGGER create_counts AFTER INSERT ON datasets
FOR EACH ROW EXECUTE FUNCTION create_dataset_counts();

CALL isolate_by_organization('datasets');
CALL isolate_by_organization('workspace_datasets');
CALL isolate_by_organization('dataset_counts', privileges => 'SELECT, INSERT, UPDATE');
-- step 0101-archives.sql
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
-- step 0102-documents.sql
-- Paths are relative, parted by slashes; the root is the empty path. `sort_name` is the name as it is
-- sorted: lower case, without accents.
CREATE TABLE folders (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  parent text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (dataset_id, path),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX folders_in_order ON folders (dataset_id, parent, sort_name, name);

-- A file of a dataset. Its bytes stand in `archive_id` at `data_offset`, for as long as they are
-- needed. `attempt` belongs to the worker that moves it: a move under another token changes nothing.
CREATE TABLE documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  status text NOT NULL DEFAULT 'ingested' CHECK (status IN (
    'ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error'
  )),
  error text,
  attempt uuid,
  archive_id uuid,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  UNIQUE (dataset_id, path),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE SET NULL (archive_id)
);

CREATE INDEX documents_in_order ON documents (dataset_id, folder, sort_name, name);
CREATE INDEX documents_by_status ON documents (dataset_id, status, path);
CREATE INDEX documents_by_archive ON documents (organization_id, archive_id, status);

-- What partitioning gave: an array of blocks.
CREATE TABLE document_blocks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  blocks jsonb NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);

-- `rendered` is what is embedded where the dataset has a template, `text` is otherwise.
CREATE TABLE chunks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  rendered text,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);

-- 32-bit floats, least significant byte first.
CREATE TABLE chunk_vectors (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id, number) REFERENCES chunks (organization_id, document_id, number) ON DELETE CASCADE
);

CREATE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    EXECUTE format(
      'SELECT dataset_id, %s FROM (%s) changes (dataset_id, status, change) GROUP BY dataset_id ORDER BY dataset_id',
      (
        SELECT string_agg(format('coalesce(sum(change) FILTER (WHERE status = %L), 0)::integer AS %I', status, status), ', ')
        FROM unnest(ARRAY['ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error']) AS status
      ),
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, status, 1 FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, status, -1 FROM old_rows'
        ELSE 'SELECT n.dataset_id, n.status, 1 FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status
          UNION ALL SELECT o.dataset_id, o.status, -1 FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status'
      END
    )
  LOOP
    UPDATE dataset_counts SET
      ingested = ingested + moved.ingested,
      partitioned = partitioned + moved.partitioned,
      partitioning_error = partitioning_error + moved.partitioning_error,
      chunked = chunked + moved.chunked,
      chunking_error = chunking_error + moved.chunking_error,
      embedded = embedded + moved.embedded,
      embedding_error = embedding_error + moved.embedding_error
    WHERE dataset_id = moved.dataset_id;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_inserted AFTER INSERT ON documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_updated AFTER UPDATE ON documents
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_deleted AFTER DELETE ON documents
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();

CALL isolate_by_organization('folders');
CALL isolate_by_organization('documents');
CALL isolate_by_organization('document_blocks');
CALL isolate_by_organization('chunks');
CALL isolate_by_organization('chunk_vectors');
-- step 0200-activity.sql
-- What an object was called when something was done to it: the name outlives the object. Accounts
-- have none here; a person's name is read where it lives, and goes with the account.
ALTER TABLE audit_records ADD COLUMN object_name text;

CREATE INDEX audit_records_by_object ON audit_records (object_id, id);
CREATE INDEX audit_records_by_person ON audit_records (organization_id, account_id, id);
CREATE INDEX audit_records_by_action ON audit_records (organization_id, action, id);
CREATE INDEX audit_records_by_time ON audit_records (organization_id, created_at);

-- The name of an object now or, of one that is gone, as the log knows it. Sees what its caller sees.
CREATE FUNCTION audit_name(kind text, object uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE kind
      WHEN 'organization' THEN (SELECT name FROM organizations WHERE id = object)
      WHEN 'invitation' THEN (SELECT address FROM invitations WHERE id = object)
      WHEN 'workspace' THEN (SELECT name FROM workspaces WHERE id = object)
      WHEN 'dataset' THEN (SELECT name FROM datasets WHERE id = object)
      WHEN 'archive' THEN (SELECT name FROM archives WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$$;

-- Whoever did something in an organization, or had it done to them, keeps a name in its log after
-- they left it, for as long as they have an account.
CREATE POLICY named_in_log ON accounts FOR SELECT TO carrel_tenant
USING (
  EXISTS (SELECT FROM audit_records WHERE audit_records.account_id = accounts.id)
  OR EXISTS (SELECT FROM audit_records WHERE audit_records.object_id = accounts.id)
);

-- When the last message of an invitation was asked for: its link works for seven days from then on.
ALTER TABLE invitations ADD COLUMN renewed_at timestamptz NOT NULL DEFAULT now();
UPDATE invitations SET renewed_at = created_at;
-- step 0300-receipts.sql
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
-- step 0301-retries.sql
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
-- step 0302-folder-counts.sql
-- How many documents there are below a folder, at any depth, and how many of them failed; kept by a
-- trigger, so that showing a folder costs the same whatever it holds.
ALTER TABLE folders
  ADD COLUMN document_count integer NOT NULL DEFAULT 0,
  ADD COLUMN failed_count integer NOT NULL DEFAULT 0;

CREATE FUNCTION is_failed(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN right(status, 6) = '_error';

-- A folder's path and those of all folders around it.
CREATE FUNCTION folder_and_above(folder text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT array_to_string(parts[1:depth], '/')
  FROM (SELECT string_to_array(folder, '/') AS parts) folder, generate_series(1, cardinality(parts)) AS depth;
END;

-- Its triggers' names sort behind `count_documents`'s: what locks folders holds the dataset's counts
-- by then, so that nobody waits for each other.
CREATE FUNCTION tally_folders() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  tally record;
BEGIN
  FOR tally IN
    EXECUTE format(
      'SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
       FROM (
         SELECT dataset_id, folder, sum(documents) AS documents, sum(failed) AS failed
         FROM (%s) changes (dataset_id, folder, documents, failed)
         WHERE folder <> '''' GROUP BY dataset_id, folder
       ) folders, folder_and_above(folder) AS path
       GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0 ORDER BY 1, 2',
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, folder, 1, is_failed(status)::integer FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, folder, -1, -is_failed(status)::integer FROM old_rows'
        ELSE 'SELECT n.dataset_id, n.folder, 0, is_failed(n.status)::integer - is_failed(o.status)::integer
          FROM new_rows n JOIN old_rows o USING (id) WHERE is_failed(n.status) <> is_failed(o.status)'
      END
    )
  LOOP
    UPDATE folders SET
      document_count = document_count + tally.documents,
      failed_count = failed_count + tally.failed
    WHERE dataset_id = tally.dataset_id AND path = tally.path;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER tally_inserted AFTER INSERT ON documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
CREATE TRIGGER tally_updated AFTER UPDATE ON documents
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
CREATE TRIGGER tally_deleted AFTER DELETE ON documents
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();

UPDATE folders f SET document_count = t.documents, failed_count = t.failed
FROM (
  SELECT dataset_id, path, sum(documents) AS documents, sum(failed) AS failed
  FROM (
    SELECT dataset_id, folder, count(*) AS documents, count(*) FILTER (WHERE is_failed(status)) AS failed
    FROM documents WHERE folder <> '' GROUP BY dataset_id, folder
  ) folders, folder_and_above(folder) AS path
  GROUP BY dataset_id, path
) t
WHERE f.dataset_id = t.dataset_id AND f.path = t.path;
-- step 0303-dataset-changes.sql
-- Every change of a dataset takes the next number while it holds the row of its counts, so that
-- numbers are committed in their order, and whoever has read one has missed none before it.
ALTER TABLE dataset_counts ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- What the last thousand changes were. `reload` says that more is different than the documents named.
CREATE TABLE dataset_changes (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  version bigint NOT NULL,
  document_ids uuid[] NOT NULL DEFAULT '{}',
  archives boolean NOT NULL DEFAULT false,
  reload boolean NOT NULL DEFAULT false,
  PRIMARY KEY (dataset_id, version),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CALL isolate_by_organization('dataset_changes');

CREATE PROCEDURE note_change(dataset uuid, ids uuid[], of_archives boolean, whole boolean)
LANGUAGE plpgsql AS $$
DECLARE
  now_at dataset_counts;
BEGIN
  UPDATE dataset_counts SET version = version + 1 WHERE dataset_id = dataset RETURNING * INTO now_at;
  -- The dataset itself is going.
  IF NOT FOUND OR NOT EXISTS (SELECT FROM datasets WHERE id = dataset) THEN
    RETURN;
  END IF;
  INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
  VALUES (
    now_at.organization_id, dataset, now_at.version,
    CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
    of_archives, whole OR cardinality(ids) > 200
  );
  IF now_at.version % 256 = 0 THEN
    DELETE FROM dataset_changes WHERE dataset_id = dataset AND version < now_at.version - 1024;
  END IF;
END
$$;

-- In place of the one before: it also notes the change.
CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    EXECUTE format(
      'SELECT dataset_id, %s, array_agg(DISTINCT id) AS ids
       FROM (%s) changes (dataset_id, id, status, change) GROUP BY dataset_id ORDER BY dataset_id',
      (
        SELECT string_agg(format('coalesce(sum(change) FILTER (WHERE status = %L), 0)::integer AS %I', status, status), ', ')
        FROM unnest(ARRAY['ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error']) AS status
      ),
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, id, status, 1 FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, id, status, -1 FROM old_rows'
        -- The two cancel each other out where only the bytes are different.
        ELSE 'SELECT n.dataset_id, n.id, s.status, s.change FROM new_rows n JOIN old_rows o USING (id),
          LATERAL (VALUES (n.status, 1), (o.status, -1)) s (status, change)
          WHERE n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256'
      END
    )
  LOOP
    UPDATE dataset_counts SET
      ingested = ingested + moved.ingested,
      partitioned = partitioned + moved.partitioned,
      partitioning_error = partitioning_error + moved.partitioning_error,
      chunked = chunked + moved.chunked,
      chunking_error = chunking_error + moved.chunking_error,
      embedded = embedded + moved.embedded,
      embedding_error = embedding_error + moved.embedding_error
    WHERE dataset_id = moved.dataset_id;
    CALL note_change(moved.dataset_id, moved.ids, false, TG_OP <> 'UPDATE');
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION note_archive() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  CALL note_change(coalesce(NEW.dataset_id, OLD.dataset_id), '{}', true, false);
  RETURN NULL;
END
$$;

CREATE TRIGGER note_inserted AFTER INSERT ON archives FOR EACH ROW EXECUTE FUNCTION note_archive();
CREATE TRIGGER note_updated AFTER UPDATE ON archives FOR EACH ROW
WHEN (NEW.status <> OLD.status OR NEW.removed_at IS DISTINCT FROM OLD.removed_at)
EXECUTE FUNCTION note_archive();
-- step 0310-archive-attempts.sql
-- The token of the worker that reads an archive and merges it. Each of its steps asks for it: one that
-- was taken for dead, and is not, must not go on beside its successor.
ALTER TABLE archives ADD COLUMN attempt uuid;
-- step 0311-documents-by-archive.sql
-- An archive's id says everything. With the organization before it, a database that has no figures of
-- the table yet took this index for the way to a few documents by id, and read all of the organization.
DROP INDEX documents_by_archive;
CREATE INDEX documents_by_archive ON documents (archive_id, status);
-- step 0400-attempts-under-way.sql
-- Of the attempts that are counted, those whose outcome is not known yet: they may turn out rightful.
ALTER TABLE rate_limits ADD COLUMN under_way integer NOT NULL DEFAULT 0;
-- step 0401-removed-datasets.sql
-- A dataset goes at once for everybody, and step by step for the database: `removed_at` hides it from
-- every tenant's transaction until its documents are gone and its row follows them.
ALTER TABLE datasets ADD COLUMN removed_at timestamptz;

DROP POLICY tenant ON datasets;
CREATE POLICY tenant ON datasets TO carrel_tenant
USING (organization_id = current_organization_id() AND removed_at IS NULL)
WITH CHECK (organization_id = current_organization_id());

-- Gives whether there was such a dataset. It runs as the owner of the tables, as a tenant may not
-- write a row that it cannot see afterwards. Locks are taken in the order that everything keeps to:
-- dataset, archives by id, counts. Without its counts a dataset has no documents and no changes.
CREATE FUNCTION remove_dataset(removed uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE datasets SET removed_at = now()
  WHERE organization_id = current_organization_id() AND id = removed AND removed_at IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM id FROM archives
  WHERE organization_id = current_organization_id() AND dataset_id = removed ORDER BY id FOR UPDATE;
  -- Whoever reads or merges one of them finds it taken.
  UPDATE archives SET
    removed_at = coalesce(removed_at, now()),
    status = CASE WHEN status IN ('pending', 'processing') THEN 'failed' ELSE status END,
    attempt = NULL
  WHERE organization_id = current_organization_id() AND dataset_id = removed;
  DELETE FROM workspace_datasets
  WHERE organization_id = current_organization_id() AND dataset_id = removed;
  DELETE FROM dataset_counts
  WHERE organization_id = current_organization_id() AND dataset_id = removed;
  RETURN true;
END
$$;
-- step 0410-quicker-counts.sql
-- Counting documents anew: a statement that is built each time is planned each time, which took longer
-- than running it.

-- Adds to a dataset's counts by the statuses that its documents came to, and takes from them by those
-- that they left; notes the change.
CREATE PROCEDURE count_moved(dataset uuid, gained text[], lost text[], ids uuid[], whole boolean)
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dataset_counts SET
    ingested = ingested + cardinality(array_positions(gained, 'ingested')) - cardinality(array_positions(lost, 'ingested')),
    partitioned = partitioned + cardinality(array_positions(gained, 'partitioned')) - cardinality(array_positions(lost, 'partitioned')),
    partitioning_error = partitioning_error + cardinality(array_positions(gained, 'partitioning_error')) - cardinality(array_positions(lost, 'partitioning_error')),
    chunked = chunked + cardinality(array_positions(gained, 'chunked')) - cardinality(array_positions(lost, 'chunked')),
    chunking_error = chunking_error + cardinality(array_positions(gained, 'chunking_error')) - cardinality(array_positions(lost, 'chunking_error')),
    embedded = embedded + cardinality(array_positions(gained, 'embedded')) - cardinality(array_positions(lost, 'embedded')),
    embedding_error = embedding_error + cardinality(array_positions(gained, 'embedding_error')) - cardinality(array_positions(lost, 'embedding_error'))
  WHERE dataset_id = dataset;
  CALL note_change(dataset, ids, false, whole);
END
$$;

CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM new_rows GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.statuses, '{}', moved.ids, true);
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM old_rows GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, '{}', moved.statuses, moved.ids, true);
    END LOOP;
  ELSE
    FOR moved IN
      SELECT n.dataset_id, array_agg(n.status) AS gained, array_agg(o.status) AS lost, array_agg(n.id) AS ids
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      -- The two cancel each other out where only the bytes are different.
      WHERE n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256
      GROUP BY n.dataset_id ORDER BY n.dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.gained, moved.lost, moved.ids, false);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

-- As before, but for most updates, which concern no folder.
CREATE OR REPLACE FUNCTION tally_folders() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  tally record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE is_failed(n.status) <> is_failed(o.status)
    ) THEN
      RETURN NULL;
    END IF;
  END IF;
  FOR tally IN
    EXECUTE format(
      'SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
       FROM (
         SELECT dataset_id, folder, sum(documents) AS documents, sum(failed) AS failed
         FROM (%s) changes (dataset_id, folder, documents, failed)
         WHERE folder <> '''' GROUP BY dataset_id, folder
       ) folders, folder_and_above(folder) AS path
       GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0 ORDER BY 1, 2',
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, folder, 1, is_failed(status)::integer FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, folder, -1, -is_failed(status)::integer FROM old_rows'
        ELSE 'SELECT n.dataset_id, n.folder, 0, is_failed(n.status)::integer - is_failed(o.status)::integer
          FROM new_rows n JOIN old_rows o USING (id) WHERE is_failed(n.status) <> is_failed(o.status)'
      END
    )
  LOOP
    UPDATE folders SET
      document_count = document_count + tally.documents,
      failed_count = failed_count + tally.failed
    WHERE dataset_id = tally.dataset_id AND path = tally.path;
  END LOOP;
  RETURN NULL;
END
$$;
-- step 0500-claims-and-browsers.sql
-- Where a claim on an address came from: the confirmation mail says so.
ALTER TABLE account_emails ADD COLUMN client_ip text, ADD COLUMN user_agent text;

-- What a message says of the event that it is about: when, from where, which browser.
ALTER TABLE outbox ADD COLUMN occasion jsonb;

-- The browsers in which an account has signed in, by the hash of a secret in the browser's cookie.
CREATE TABLE known_browsers (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash)
);

CREATE INDEX known_browsers_by_use ON known_browsers (used_at);
-- step 0510-quotas.sql
-- Limits of one organization, which operators write. NULL: that of the settings; -1: none.
CREATE TABLE organization_quotas (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  documents bigint CHECK (documents >= -1),
  bytes bigint CHECK (bytes >= -1),
  members bigint CHECK (members >= -1),
  datasets bigint CHECK (datasets >= -1)
);

CALL isolate_by_organization('organization_quotas', 'organization_id', 'SELECT');

-- Documents that an archive adds in all, set when its merge begins under a limit. While the archive is
-- pending, those that it has not added yet count as used.
ALTER TABLE archives ADD COLUMN reserved_documents bigint;

-- The bytes of an organization are summed from these two.
CREATE INDEX archives_stored ON archives (organization_id) INCLUDE (size) WHERE purged_at IS NULL;
CREATE INDEX documents_kept_bytes ON documents (organization_id) INCLUDE (compressed_size)
WHERE bytes_key IS NOT NULL;
-- step 0520-sessions-and-deleted-organizations.sql
-- When the account's password was last entered in a session. Some calls require this to be recent.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET authenticated_at = created_at;

-- Set when a user deletes an organization. Only then may a job delete its rows.
ALTER TABLE organizations ADD COLUMN deleted_at timestamptz;
UPDATE organizations SET deleted_at = now()
WHERE NOT EXISTS (SELECT FROM memberships WHERE memberships.organization_id = organizations.id);
-- step 0600-chunk-positions.sql
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
-- step 0610-embedding-models.sql
-- What makes vectors. Two rows whose vectors cannot be compared differ in one of the unique columns.
-- `requested_dimensions` is 0 where the model decides; `dimensions` is NULL until it made a vector.
CREATE TABLE embedding_models (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  version text NOT NULL,
  requested_dimensions integer NOT NULL,
  passage_prefix text NOT NULL,
  query_prefix text NOT NULL,
  dimensions integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (name, version, requested_dimensions, passage_prefix)
);

GRANT SELECT ON embedding_models TO carrel_tenant;

-- The models that a dataset has vectors of. Searches use those of the `active` one. It is `complete` once
-- every chunk of the embedded documents was embedded; until then a job goes through the documents in the
-- order of their paths and is at `after_path`. Another `run` of the job ends the earlier one. `version`
-- counts the changes of the segments, from a number on that is greater than that of any deleted row before:
-- whoever takes the next number holds the row, so that numbers are
-- committed in their order.
CREATE TABLE dataset_models (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  model_id uuid NOT NULL REFERENCES embedding_models (id),
  active boolean NOT NULL,
  complete boolean NOT NULL,
  version bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  after_path text COLLATE "C" NOT NULL DEFAULT '',
  run uuid,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, dataset_id, model_id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

-- The vectors so far have no model: no search has used them, and they are made again where there is a
-- service. A table is dropped at once, however large it is.
DROP TABLE chunk_vectors;

-- 32-bit floats, least significant byte first. Vectors of several models stand beside each other.
CREATE TABLE chunk_vectors (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  model_id uuid NOT NULL,
  number integer NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id, model_id, number),
  FOREIGN KEY (organization_id, document_id, number) REFERENCES chunks (organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE chunk_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;

-- The same vectors as searches hold them in memory: those of the chunks from `first` on, each of length
-- 1, as 8-bit whole numbers, and then a 32-bit float for each vector by which its numbers are multiplied.
CREATE TABLE vector_segments (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  document_id uuid NOT NULL,
  model_id uuid NOT NULL,
  first integer NOT NULL,
  count integer NOT NULL,
  version bigint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id, model_id, first),
  FOREIGN KEY (organization_id, document_id, first) REFERENCES chunks (organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE vector_segments ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE INDEX vector_segments_in_order ON vector_segments (organization_id, dataset_id, model_id, version, document_id, first);

CALL isolate_by_organization('dataset_models');
CALL isolate_by_organization('chunk_vectors');
CALL isolate_by_organization('vector_segments');
-- step 0620-search-index.sql
-- The index of words, as rows. See docs/decisions/060-word-index.md.

-- The attempt that wrote a document's chunks. An index entry of another attempt is obsolete; without one the
-- document is not searched.
ALTER TABLE documents ADD COLUMN chunk_attempt uuid;

-- Documents that were processed before there was an index.
CREATE INDEX documents_unindexed ON documents (organization_id, id)
  WHERE chunk_attempt IS NULL AND status IN ('chunked', 'embedded', 'embedding_error');

-- NULL detects the language of each document.
ALTER TABLE datasets ADD COLUMN language text;

-- The index of one document, until it is folded into a segment.
CREATE TABLE search_parts (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  attempt uuid NOT NULL,
  part bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE search_parts ALTER COLUMN part SET STORAGE EXTERNAL;
CREATE INDEX search_parts_by_dataset ON search_parts (organization_id, dataset_id, document_id, attempt);

-- The index of many documents. It never changes; merging replaces several by one.
CREATE TABLE search_segments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  documents integer NOT NULL,
  chunks integer NOT NULL,
  bytes bigint NOT NULL,
  header bytea NOT NULL,
  -- False while its blocks are written.
  ready boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE search_segments ALTER COLUMN header SET STORAGE EXTERNAL;
CREATE INDEX search_segments_by_dataset ON search_segments (organization_id, dataset_id);

-- The terms of a segment with their postings, in blocks of about 32 kB.
CREATE TABLE search_blocks (
  organization_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  number integer NOT NULL,
  block bytea NOT NULL,
  PRIMARY KEY (organization_id, segment_id, number),
  FOREIGN KEY (organization_id, segment_id) REFERENCES search_segments (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE search_blocks ALTER COLUMN block SET STORAGE EXTERNAL;

CALL isolate_by_organization('search_parts');
CALL isolate_by_organization('search_segments');
CALL isolate_by_organization('search_blocks');
-- step 0630-test-sets.sql
-- Questions whose right answers are known, and how well searching a workspace finds them. See docs/search.md.

CREATE TABLE test_questions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  query text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX test_questions_by_query ON test_questions (organization_id, workspace_id, md5(query));

-- A right answer is a passage of a path, rather than a chunk: it outlives another upload and other chunks.
CREATE TABLE test_answers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  question_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  -- The beginning of the chunk; empty where every chunk of the document is right.
  passage text NOT NULL,
  grade smallint NOT NULL CHECK (grade BETWEEN 1 AND 3),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX test_answers_once ON test_answers (organization_id, question_id, dataset_id, md5(path), md5(passage));
CREATE INDEX test_answers_by_dataset ON test_answers (organization_id, dataset_id);

CREATE TABLE test_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  mode text NOT NULL,
  -- What the results depend on, without the dataset's content.
  settings jsonb NOT NULL,
  -- What was searched: counts of documents and chunks.
  searched jsonb,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  error text,
  questions integer NOT NULL,
  recall double precision,
  mrr double precision,
  ndcg double precision,
  partial integer NOT NULL DEFAULT 0,
  -- Milliseconds of all searches.
  took double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX test_runs_by_workspace ON test_runs (organization_id, workspace_id, started_at);
CREATE UNIQUE INDEX test_runs_running ON test_runs (organization_id, workspace_id) WHERE finished_at IS NULL;

CREATE TABLE test_run_results (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  question_id uuid NOT NULL,
  -- The chunks that were found, best first: ids, path, number and grade, without their text.
  results jsonb NOT NULL,
  recall double precision NOT NULL,
  reciprocal_rank double precision NOT NULL,
  ndcg double precision NOT NULL,
  first_right smallint,
  -- A digest of the right answers that it was measured by.
  answers text NOT NULL,
  PRIMARY KEY (organization_id, run_id, question_id),
  FOREIGN KEY (organization_id, run_id) REFERENCES test_runs (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX test_run_results_by_question ON test_run_results (organization_id, question_id, run_id);

CALL isolate_by_organization('test_questions');
CALL isolate_by_organization('test_answers');
CALL isolate_by_organization('test_runs');
CALL isolate_by_organization('test_run_results');
-- step 0640-search-log.sql
-- What people ask of a workspace, kept 30 days. No person is named. See docs/search.md.

ALTER TABLE organizations ADD COLUMN search_log boolean NOT NULL DEFAULT true;

-- `times` counts searches by how long they took: see SEARCH_TIME_BOUNDS.
CREATE TABLE search_days (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  searches integer NOT NULL,
  without_results integer NOT NULL,
  times integer[] NOT NULL,
  PRIMARY KEY (organization_id, workspace_id, day),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX search_days_by_day ON search_days (day);

-- Searches of a day without results: `key` is of the text without case and accents.
CREATE TABLE unanswered_questions (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  key bytea NOT NULL,
  query text NOT NULL,
  times integer NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, workspace_id, day, key),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX unanswered_questions_by_day ON unanswered_questions (day);

CALL isolate_by_organization('search_days');
CALL isolate_by_organization('unanswered_questions');
-- step 0650-originals.sql
-- Original bytes of documents outlive their archives. See docs/documents.md.
ALTER TABLE datasets ADD COLUMN keep_originals boolean NOT NULL DEFAULT true;

-- Stored files that hold original bytes and are no archive's: what purged and deleted archives left, and
-- what was copied out of these. `stale`: a document stopped needing it. A document's bytes are in the file
-- of its `bytes_key`, or else of its `archive_id`.
CREATE TABLE original_files (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  key uuid PRIMARY KEY,
  size bigint NOT NULL,
  sha256 bytea,
  stale boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX original_files_by_organization ON original_files (organization_id) INCLUDE (size);
CREATE INDEX original_files_stale ON original_files (organization_id) WHERE stale;
CALL isolate_by_organization('original_files');

INSERT INTO original_files (organization_id, key, size)
SELECT organization_id, bytes_key, max(data_offset + compressed_size) FROM documents
WHERE bytes_key IS NOT NULL GROUP BY organization_id, bytes_key;

DROP INDEX documents_keeping_bytes;
DROP INDEX documents_kept_bytes;
CREATE INDEX documents_by_file ON documents (bytes_key) WHERE bytes_key IS NOT NULL;

CREATE FUNCTION note_unneeded_originals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (SELECT coalesce(bytes_key, archive_id) FROM old_rows);
  ELSE
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (
      SELECT coalesce(o.bytes_key, o.archive_id) FROM old_rows o JOIN new_rows n USING (id)
      WHERE coalesce(n.bytes_key, n.archive_id) IS DISTINCT FROM coalesce(o.bytes_key, o.archive_id)
    );
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER note_deleted_originals AFTER DELETE ON documents
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unneeded_originals();
CREATE TRIGGER note_moved_originals AFTER UPDATE ON documents
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unneeded_originals();
-- step 0660-document-history.sql
-- What happened to a document, newest last, and the settings that its chunks were made with. See docs/documents.md.
ALTER TABLE documents ADD COLUMN history jsonb NOT NULL DEFAULT '[]';
ALTER TABLE documents ADD COLUMN settings_hash text;

-- Differs where two settings may make different chunks of one document. Without a template only the size
-- and the overlap matter.
CREATE FUNCTION chunk_settings_hash(template text, parameters jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN md5(CASE WHEN coalesce(template, '') = ''
  THEN coalesce(parameters ->> 'chunk_size', '') || ' ' || coalesce(parameters ->> 'chunk_overlap', '')
  ELSE template || ' ' || coalesce(parameters::text, '') END);

ALTER TABLE datasets ADD COLUMN settings_hash text
GENERATED ALWAYS AS (chunk_settings_hash(chunk_template, metadata_parameters)) STORED;

-- Chunks of earlier versions are taken for those of the settings at the time of this migration.
ALTER TABLE datasets ADD COLUMN first_settings_hash text;
UPDATE datasets SET first_settings_hash = settings_hash;

-- Appends entries to a history, which keeps the newest 20.
CREATE FUNCTION with_entries(history jsonb, entries jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN entries IS NULL THEN history
  WHEN jsonb_array_length(history) + jsonb_array_length(entries) <= 20 THEN history || entries
  ELSE (
    SELECT jsonb_agg(entry ORDER BY place)
    FROM jsonb_array_elements(history || entries) WITH ORDINALITY AS x (entry, place)
    WHERE place > jsonb_array_length(history) + jsonb_array_length(entries) - 20
  ) END;

-- A time as the entries of a history have it.
CREATE FUNCTION history_time() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
-- step 0670-reprocessing.sql
-- A document that is processed again keeps its chunks, and is searched, until the new ones are written.
ALTER TABLE documents ADD COLUMN reprocessing boolean NOT NULL DEFAULT false;
CREATE INDEX documents_reprocessing ON documents (dataset_id) WHERE reprocessing;
-- step 0680-removed-documents.sql
-- A deleted document is hidden at once, and can be restored for some seconds until a job deletes it.
-- `removal` is the act that hid it, with others. No tenant sees it, and nothing counts it.
ALTER TABLE documents ADD COLUMN removed_at timestamptz, ADD COLUMN removal uuid;
CREATE INDEX documents_removed ON documents (dataset_id, removal) WHERE removed_at IS NOT NULL;

DROP POLICY tenant ON documents;
CREATE POLICY tenant ON documents TO carrel_tenant
USING (organization_id = current_organization_id() AND removed_at IS NULL)
WITH CHECK (organization_id = current_organization_id());

-- As before, without hidden documents: to hide one is to delete it, and to restore one to insert it.
CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM new_rows GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.statuses, '{}', moved.ids, true);
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM old_rows WHERE removed_at IS NULL GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, '{}', moved.statuses, moved.ids, true);
    END LOOP;
  ELSE
    FOR moved IN
      SELECT n.dataset_id, array_agg(n.id) AS ids,
        coalesce(array_agg(n.status) FILTER (WHERE n.removed_at IS NULL), '{}') AS gained,
        coalesce(array_agg(o.status) FILTER (WHERE o.removed_at IS NULL), '{}') AS lost,
        bool_or((n.removed_at IS NULL) <> (o.removed_at IS NULL)) AS whole
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      -- The two cancel each other out where only the bytes are different.
      WHERE (n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256
          OR (n.removed_at IS NULL) <> (o.removed_at IS NULL))
        AND (n.removed_at IS NULL OR o.removed_at IS NULL)
      GROUP BY n.dataset_id ORDER BY n.dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.gained, moved.lost, moved.ids, moved.whole);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tally_folders() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  tally record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE is_failed(n.status) <> is_failed(o.status) OR (n.removed_at IS NULL) <> (o.removed_at IS NULL)
    ) THEN
      RETURN NULL;
    END IF;
  END IF;
  FOR tally IN
    EXECUTE format(
      'SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
       FROM (
         SELECT dataset_id, folder, sum(documents) AS documents, sum(failed) AS failed
         FROM (%s) changes (dataset_id, folder, documents, failed)
         WHERE folder <> '''' GROUP BY dataset_id, folder
       ) folders, folder_and_above(folder) AS path
       GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0 ORDER BY 1, 2',
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, folder, 1, is_failed(status)::integer FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, folder, -1, -is_failed(status)::integer FROM old_rows
          WHERE removed_at IS NULL'
        ELSE 'SELECT n.dataset_id, n.folder, (n.removed_at IS NULL)::integer - (o.removed_at IS NULL)::integer,
            (n.removed_at IS NULL AND is_failed(n.status))::integer
            - (o.removed_at IS NULL AND is_failed(o.status))::integer
          FROM new_rows n JOIN old_rows o USING (id)
          WHERE is_failed(n.status) <> is_failed(o.status) OR (n.removed_at IS NULL) <> (o.removed_at IS NULL)'
      END
    )
  LOOP
    UPDATE folders SET
      document_count = document_count + tally.documents,
      failed_count = failed_count + tally.failed
    WHERE dataset_id = tally.dataset_id AND path = tally.path;
  END LOOP;
  RETURN NULL;
END
$$;

-- Hides documents of the organization, and returns how many. It runs as the owner of the tables, as a
-- tenant may not write a row that it cannot see afterwards.
CREATE FUNCTION remove_documents(dataset uuid, ids uuid[], act uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  hidden integer;
BEGIN
  PERFORM id FROM documents
  WHERE organization_id = current_organization_id() AND dataset_id = dataset AND id = ANY (ids)
    AND removed_at IS NULL ORDER BY id FOR UPDATE;
  UPDATE documents SET removed_at = now(), removal = act, attempt = NULL, reprocessing = false
  WHERE organization_id = current_organization_id() AND dataset_id = dataset AND id = ANY (ids)
    AND removed_at IS NULL;
  GET DIAGNOSTICS hidden = ROW_COUNT;
  RETURN hidden;
END
$$;

-- Shows what one act hid, some documents at a time, and returns the ids and statuses of these.
CREATE FUNCTION restore_documents(dataset uuid, act uuid, at_most integer) RETURNS TABLE (id uuid, status text)
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH hidden AS MATERIALIZED (
    SELECT d.id FROM documents d
    WHERE d.organization_id = current_organization_id() AND d.dataset_id = dataset AND d.removal = act
      AND d.removed_at IS NOT NULL
    ORDER BY d.id LIMIT at_most FOR UPDATE
  )
  UPDATE documents d SET removed_at = NULL, removal = NULL FROM hidden
  WHERE d.id = hidden.id RETURNING d.id, d.status
$$;
-- step 0690-document-metadata.sql
-- What a document's file says about it, and what Editors set beside or over that: a null hides a key that
-- was read. Null where there is nothing, as for most documents. See docs/documents.md.
ALTER TABLE documents ADD COLUMN read_metadata jsonb, ADD COLUMN edited_metadata jsonb;

-- What a document's metadata is.
CREATE FUNCTION document_metadata(read jsonb, edited jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN edited IS NULL THEN read ELSE nullif(jsonb_strip_nulls(coalesce(read, '{}') || edited), '{}') END;

-- What is edited after keys were reset to what was read, removed and set. A key of `added` is in no other
-- parameter. Only a key that was read has to be hidden.
CREATE FUNCTION edited_metadata(read jsonb, edited jsonb, reset text[], removed text[], added jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN nullif(
  (coalesce(edited, '{}') - reset - removed)
    || coalesce((SELECT jsonb_object_agg(key, NULL) FROM unnest(removed) AS key WHERE jsonb_exists(read, key)), '{}')
    || added,
  '{}');

-- A template whose text depends on the document's metadata: `document.metadata`, `document["metadata"]`,
-- or the document under another name.
ALTER TABLE datasets ADD COLUMN uses_document_metadata boolean
GENERATED ALWAYS AS (coalesce(chunk_template, '') ~ 'document\s*(\.\s*metadata|\[|-?%\})') STORED;

-- The same as the dataset's hash, but where the template shows what Editors set. What is read changes with
-- the chunks themselves.
CREATE FUNCTION document_settings_hash(settings text, uses_metadata boolean, edited jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN uses_metadata AND edited IS NOT NULL THEN md5(settings || ' ' || edited::text) ELSE settings END;
-- step 0700-document-downloads.sql
-- Which documents a person downloads as a zip: the link of the download names this row. See docs/documents.md.
CREATE TABLE document_downloads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  selections jsonb NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX document_downloads_by_account ON document_downloads (account_id);
CREATE INDEX document_downloads_by_dataset ON document_downloads (organization_id, dataset_id);
CALL isolate_by_organization('document_downloads');
-- step 0710-last-changes.sql
-- When something was changed last, for lists in that order: a dataset by its settings, documents or archives.
ALTER TABLE datasets ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE workspaces ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE dataset_counts ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
UPDATE datasets SET updated_at = created_at;
UPDATE workspaces SET updated_at = created_at;
UPDATE dataset_counts c SET changed_at = coalesce(
  (SELECT max(d.updated_at) FROM documents d WHERE d.dataset_id = c.dataset_id),
  (SELECT s.created_at FROM datasets s WHERE s.id = c.dataset_id)
);

-- As before, with the time.
CREATE OR REPLACE PROCEDURE note_change(dataset uuid, ids uuid[], of_archives boolean, whole boolean)
LANGUAGE plpgsql AS $$
DECLARE
  now_at dataset_counts;
BEGIN
  UPDATE dataset_counts SET version = version + 1, changed_at = now() WHERE dataset_id = dataset
  RETURNING * INTO now_at;
  -- The dataset itself is going.
  IF NOT FOUND OR NOT EXISTS (SELECT FROM datasets WHERE id = dataset) THEN
    RETURN;
  END IF;
  INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
  VALUES (
    now_at.organization_id, dataset, now_at.version,
    CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
    of_archives, whole OR cardinality(ids) > 200
  );
  IF now_at.version % 256 = 0 THEN
    DELETE FROM dataset_changes WHERE dataset_id = dataset AND version < now_at.version - 1024;
  END IF;
END
$$;
-- step 0720-original-contents.sql
-- Original bytes are stored once for each content. See docs/documents.md.
-- `indexed`: the contents of the file are in `original_contents`.
ALTER TABLE original_files ADD COLUMN indexed boolean NOT NULL DEFAULT false;

-- Where a content is in a file of originals.
CREATE TABLE original_contents (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  sha256 bytea NOT NULL,
  key uuid NOT NULL REFERENCES original_files (key) ON DELETE CASCADE,
  data_offset bigint NOT NULL,
  compressed_size bigint NOT NULL,
  method smallint NOT NULL,
  PRIMARY KEY (organization_id, sha256)
);
CREATE INDEX original_contents_by_file ON original_contents (key);
CALL isolate_by_organization('original_contents');

DROP INDEX original_files_stale;
CREATE INDEX original_files_unswept ON original_files (organization_id) WHERE stale OR NOT indexed;

-- Whether a document that is hidden, and may be shown again, needs the bytes of a file. A tenant does not
-- see such documents.
CREATE FUNCTION is_needed_by_hidden(file uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM documents
    WHERE organization_id = current_organization_id() AND removed_at IS NOT NULL
      AND (bytes_key = file OR (archive_id = file AND bytes_key IS NULL))
  )
$$;
-- step 0730-turns.sql
-- Organizations take turns: what waits is in these rows, and a turn's job marks what it takes with its id.

ALTER TABLE documents ADD COLUMN turn uuid;
ALTER TABLE archives ADD COLUMN turn uuid;

-- In the order of turns: datasets of an organization, archives of a dataset. A policy lets CASE be compared
-- by the index, but not coalesce().
CREATE INDEX documents_in_work ON documents
  (organization_id, dataset_id, (CASE WHEN archive_id IS NULL THEN dataset_id ELSE archive_id END))
  WHERE status IN ('ingested', 'partitioned', 'chunked');
DROP INDEX documents_reprocessing;
CREATE INDEX documents_reprocessing ON documents (organization_id, dataset_id) WHERE reprocessing;
CREATE INDEX archives_pending ON archives (organization_id, dataset_id, number)
  WHERE status = 'pending';

-- Jobs of earlier releases named what they took. It waits again, and turns are asked for at the start.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET state = 'cancelled'
    WHERE name IN ('process-documents', 'ingest-archive', 'reprocess-documents') AND state < 'active';
  END IF;
END $$;
UPDATE documents SET attempt = NULL
  WHERE status IN ('ingested', 'partitioned', 'chunked') AND attempt IS NOT NULL;
UPDATE archives SET attempt = NULL WHERE status = 'pending' AND attempt IS NOT NULL;
-- step 0740-shares.sql
-- How much of the workers' time an organization has, compared with others; 1 where there is no row.
ALTER TABLE organization_quotas
  ADD COLUMN share integer NOT NULL DEFAULT 1 CHECK (share BETWEEN 1 AND 100);
-- step 0750-progress.sql
-- People pause, resume and cancel archives, and see which documents take long.

-- `paused_at`: its documents are not claimed, and it is not merged if that has not begun. While an archive is
-- being cancelled it has both times; once that is done only `cancelled_at` is left.
ALTER TABLE archives ADD COLUMN paused_at timestamptz;
ALTER TABLE archives ADD COLUMN cancelled_at timestamptz;
CREATE INDEX archives_paused ON archives (organization_id) WHERE paused_at IS NOT NULL;

DROP TRIGGER note_updated ON archives;
CREATE TRIGGER note_updated AFTER UPDATE ON archives FOR EACH ROW
WHEN (NEW.status <> OLD.status OR NEW.removed_at IS DISTINCT FROM OLD.removed_at
  OR NEW.paused_at IS DISTINCT FROM OLD.paused_at OR NEW.cancelled_at IS DISTINCT FROM OLD.cancelled_at)
EXECUTE FUNCTION note_archive();

-- Documents whose stage takes much longer than usual, as the process that has them last saw.
CREATE TABLE stalled_documents (
  organization_id uuid NOT NULL,
  document_id uuid PRIMARY KEY,
  dataset_id uuid NOT NULL,
  archive_id uuid,
  stage text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX stalled_documents_by_dataset ON stalled_documents (organization_id, dataset_id);
CALL isolate_by_organization('stalled_documents');
-- step 0760-organization-jobs.sql
-- Jobs of organizations, which take turns at them: deletions, indexing, test runs. A turn marks what it
-- takes with the id of its pg-boss job.
CREATE TABLE organization_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  organization_id uuid NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  turn uuid
);
CREATE INDEX organization_jobs_in_order ON organization_jobs (organization_id, due_at);

CALL isolate_by_organization('organization_jobs', 'organization_id', 'INSERT');

-- Jobs that earlier releases sent.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    INSERT INTO organization_jobs (name, organization_id, payload, due_at)
    SELECT name, (data->>'organizationId')::uuid, data, greatest(start_after, now()) FROM pgboss.job
    WHERE state <= 'active' AND name IN ('remove-dataset', 'remove-organization', 'purge-archive',
      'purge-documents', 'sweep-originals', 'index-documents', 'embed-dataset', 'fold-index',
      'locate-chunks', 'test-run');
    UPDATE pgboss.job SET state = 'cancelled'
    WHERE state <= 'active' AND name IN ('remove-dataset', 'remove-organization', 'purge-archive',
      'purge-documents', 'sweep-originals', 'index-documents', 'embed-dataset', 'fold-index',
      'locate-chunks', 'test-run');
  END IF;
END $$;
-- step 0770-room-for-updates.sql
-- A document is updated once when it is claimed and once for each stage. Where its page has room, the new
-- version needs no entry in the indexes when a claim writes it, and fewer pages are written.
ALTER TABLE documents SET (fillfactor = 50);
-- step 0780-orphans-folder.sql
-- The folder whose documents an archive may remove as orphans; empty for the whole dataset.
ALTER TABLE archives ADD COLUMN orphans_folder text NOT NULL DEFAULT '';
-- step 0810-writes.sql
-- Documents that programs write by path are merged as archives. Such an archive has the conditions and the
-- removals of the request, and is not in the list of archives.
ALTER TABLE archives ADD COLUMN writes jsonb;
CREATE INDEX archives_of_writes ON archives (created_at) WHERE writes IS NOT NULL AND removed_at IS NULL;
-- step 0820-uploads.sql
-- Uploads that go on after a broken connection. See docs/uploads.md. The archive that one becomes has its id.
-- `writer` is the token of the request that may add bytes. `stored` is what the storage says of the bytes so
-- far; `numbers` counts the numbers of parts that were taken. A finished one stays until it expires, so that
-- finishing it again returns the same archive.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  filename text NOT NULL,
  fingerprint text,
  size bigint NOT NULL CHECK (size > 0),
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
  stored jsonb NOT NULL DEFAULT '{}',
  numbers integer NOT NULL DEFAULT 0,
  writer uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX uploads_by_organization ON uploads (organization_id, created_by) INCLUDE (size, expires_at) WHERE finished_at IS NULL;
CREATE INDEX uploads_by_dataset ON uploads (organization_id, dataset_id);
CREATE INDEX uploads_by_account ON uploads (created_by);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CALL isolate_by_organization('uploads');
-- step 0830-ocr.sql
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
-- step 0840-sign-in-approvals.sql
-- Programs that a person signs in by approving them in a browser. The program proves with its device code that it
-- asked; the person types or follows the user code. An approval ends with the session that gave it.
CREATE TABLE sign_in_approvals (
  id uuid PRIMARY KEY,
  device_hash bytea NOT NULL UNIQUE,
  user_code text NOT NULL UNIQUE,
  client_name text NOT NULL,
  client_ip text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null until it is decided.
  approved boolean,
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  CHECK (approved IS NOT TRUE OR session_id IS NOT NULL)
);

CREATE INDEX sign_in_approvals_by_session ON sign_in_approvals (session_id);
CREATE INDEX sign_in_approvals_by_expiry ON sign_in_approvals (expires_at);
-- step 0850-documents-inside.sql
-- Attachments of mails and files of archives inside of an archive are documents at the path of their container
-- and their own name. `container_id` has no foreign key: the rows that a cascade would delete are too many for
-- one transaction.
ALTER TABLE documents ADD COLUMN container_id uuid;
CREATE INDEX documents_by_container ON documents (container_id, path) WHERE container_id IS NOT NULL;

-- A container whose bytes are to be read for what is inside of it.
ALTER TABLE documents ADD COLUMN to_unpack boolean NOT NULL DEFAULT false;
CREATE INDEX documents_to_unpack ON documents (organization_id, dataset_id, archive_id, path) WHERE to_unpack;
CREATE INDEX documents_of_archive_to_unpack ON documents (archive_id) WHERE to_unpack;

ALTER TABLE archive_entries ADD COLUMN container_id uuid;

-- What is inside of some containers is merged as an archive of its own, which is not in the list of archives.
-- `containers` are the documents with the hashes that were read, `outer_id` the archive that brought them.
ALTER TABLE archives ADD COLUMN containers jsonb;
ALTER TABLE archives ADD COLUMN outer_id uuid;
CREATE INDEX archives_by_outer ON archives (outer_id) WHERE outer_id IS NOT NULL;
CREATE INDEX archives_of_containers ON archives (created_at) WHERE containers IS NOT NULL AND removed_at IS NULL;
-- step 0860-api-keys.sql
-- Keys of organizations, for programs. Only the hash of a key is stored. Without dataset_ids and workspace_ids
-- a key is for all of the organization. networks are those that the key was used from.
CREATE TABLE api_keys (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  scopes text[] NOT NULL,
  dataset_ids uuid[],
  workspace_ids uuid[],
  created_by uuid REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  networks text[] NOT NULL DEFAULT '{}',
  replaced_by uuid,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX api_keys_by_account ON api_keys (created_by);
CALL isolate_by_organization('api_keys');

CREATE OR REPLACE FUNCTION audit_name(kind text, object uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE kind
      WHEN 'organization' THEN (SELECT name FROM organizations WHERE id = object)
      WHEN 'invitation' THEN (SELECT address FROM invitations WHERE id = object)
      WHEN 'workspace' THEN (SELECT name FROM workspaces WHERE id = object)
      WHEN 'dataset' THEN (SELECT name FROM datasets WHERE id = object)
      WHEN 'archive' THEN (SELECT name FROM archives WHERE id = object)
      WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$$;
-- step 0870-searches-by-mcp.sql
-- Of the searches of a day, those that programs asked by MCP.
ALTER TABLE search_days ADD COLUMN by_mcp integer NOT NULL DEFAULT 0;
-- step 0871-oauth.sql
-- Programs that registered themselves, so that people can connect them. What a program says of itself can be a lie.
CREATE TABLE oauth_clients (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it got a token last.
  used_at timestamptz
);
CREATE INDEX oauth_clients_by_creation ON oauth_clients (created_at);

-- What a person granted a program: to read one workspace, as long as the person is a member. Only hashes of the
-- code and of the tokens are stored. The code stays after it was redeemed: who sends it again has stolen it, or
-- it was stolen. All refresh tokens of a grant have one family, by which a used one is recognized.
CREATE TABLE oauth_grants (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  resource text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  redeemed_at timestamptz,
  access_hash bytea UNIQUE,
  access_expires_at timestamptz,
  refresh_family bytea UNIQUE,
  refresh_hash bytea,
  -- Of the code, and then of the refresh token.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_by_member ON oauth_grants (organization_id, account_id);
CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id);
CREATE INDEX oauth_grants_by_workspace ON oauth_grants (organization_id, workspace_id);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);
CALL isolate_by_organization('oauth_grants');
-- A program is looked up in the transaction that decides about it.
GRANT SELECT ON oauth_clients TO carrel_tenant;
-- step 0880-webhooks.sql
-- Addresses that are told what happens in an organization. One that is not enabled is told nothing; without
-- dataset_ids it is told of all datasets. While it fails, no delivery is attempted before hold_until.
CREATE TABLE webhook_endpoints (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text,
  url text NOT NULL,
  events text[] NOT NULL,
  dataset_ids uuid[],
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text CHECK (disabled_reason IN ('person', 'gone', 'failing')),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  hold_until timestamptz,
  last_delivered_at timestamptz,
  created_by uuid REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (organization_id) WHERE enabled;
CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (created_by);
CALL isolate_by_organization('webhook_endpoints');

-- What deliveries are signed with. A tenant's role writes secrets, and cannot read them. The one that is in
-- use has no expires_at; one that it has replaced signs too until it expires.
CREATE TABLE webhook_secrets (
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (organization_id, endpoint_id, id),
  FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('webhook_secrets', privileges =>
  'INSERT, DELETE, UPDATE (expires_at), SELECT (organization_id, endpoint_id, id, created_at, expires_at)');

-- One event for one address: written with what it tells, and read by the sender and as a log. Those of one
-- subject are sent in the order of their ids. As an address may have very many, deleting it does not
-- cascade: the purge of old ones deletes them.
CREATE TABLE webhook_deliveries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  subject uuid NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  due_at timestamptz NOT NULL DEFAULT now(),
  first_attempt_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  log jsonb NOT NULL DEFAULT '[]',
  ended_at timestamptz,
  claim uuid,
  claimed_until timestamptz
);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id DESC);
CREATE UNIQUE INDEX webhook_deliveries_by_message ON webhook_deliveries (message_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint_id, subject, id) WHERE state = 'waiting';
CALL isolate_by_organization('webhook_deliveries');

CREATE OR REPLACE FUNCTION audit_name(kind text, object uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE kind
      WHEN 'organization' THEN (SELECT name FROM organizations WHERE id = object)
      WHEN 'invitation' THEN (SELECT address FROM invitations WHERE id = object)
      WHEN 'workspace' THEN (SELECT name FROM workspaces WHERE id = object)
      WHEN 'dataset' THEN (SELECT name FROM datasets WHERE id = object)
      WHEN 'archive' THEN (SELECT name FROM archives WHERE id = object)
      WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = object)
      WHEN 'webhook' THEN (SELECT name FROM webhook_endpoints WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$$;
-- step 0890-idempotency-keys.sql
-- What requests with an Idempotency-Key created, so that repeating one creates nothing else. Written in the
-- transaction that creates. organization_id is null for what an account creates for itself. body is null for a
-- response with a secret, which is not kept.
CREATE TABLE idempotency_keys (
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  caller_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_key UNIQUE NULLS NOT DISTINCT (organization_id, caller_id, key_hash)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
CALL isolate_by_organization('idempotency_keys');
-- step 0891-uploads-of-keys.sql
-- An upload is that of an account or of an API key. The clean-up deletes those of revoked keys, with their bytes.
ALTER TABLE uploads ADD COLUMN api_key_id uuid;
ALTER TABLE uploads ALTER COLUMN created_by DROP NOT NULL;
ALTER TABLE uploads ADD CONSTRAINT uploads_owner_check CHECK (num_nonnulls(created_by, api_key_id) = 1);
CREATE INDEX uploads_by_key ON uploads (organization_id, api_key_id) WHERE api_key_id IS NOT NULL;
-- step 0900-sign-in-methods.sql
-- Accounts that sign in by single sign-on only have no password.
ALTER TABLE accounts ALTER COLUMN password_hash DROP NOT NULL;

-- What was proved to open a session, and since.
ALTER TABLE sessions ADD COLUMN methods text[] NOT NULL DEFAULT '{password}';

-- Keys of WebAuthn. A counter of 0 is that of a key without one.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device_type text NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  backed_up boolean NOT NULL,
  aaguid uuid,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Authenticator apps. The secret is encrypted; one that is not confirmed yet counts for nothing. A code of the time
-- step last_step or of an earlier one is not accepted again.
CREATE TABLE authenticator_apps (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  PRIMARY KEY (account_id, hash)
);
-- step 0901-organization-domains.sql
-- Domains of e-mail addresses that an organization says are its own. Only a verified one means anything, and it is
-- verified for one organization at most. The token is what its DNS names.
CREATE TABLE organization_domains (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain text NOT NULL CHECK (domain = lower(domain)),
  token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  verified_by text CHECK (verified_by IN ('dns', 'mail')),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, domain),
  CHECK ((verified_at IS NULL) = (verified_by IS NULL))
);
CREATE UNIQUE INDEX organization_domains_verified ON organization_domains (domain) WHERE verified_at IS NOT NULL;
CALL isolate_by_organization('organization_domains');
-- step 0905-sign-in-policies.sql
-- What an organization asks of the sessions of its members. Null asks for nothing.
CREATE TABLE sign_in_policies (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  second_factor_from timestamptz,
  allowed_methods text[] CHECK (allowed_methods <@ '{password,passkey,sso}' AND allowed_methods <> '{}'),
  idle_minutes integer CHECK (idle_minutes > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL isolate_by_organization('sign_in_policies');

-- For an organization with idle_minutes: when a session was used last, to the minute, and the longest time without
-- use since its account authenticated last.
ALTER TABLE sessions ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sessions ADD COLUMN idle_gap interval NOT NULL DEFAULT '0';

-- A tenant's role reads no factors. Members see those of members.
CREATE FUNCTION member_factors() RETURNS TABLE (account_id uuid, password boolean, totp boolean, passkeys bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'public' AS $$
  SELECT a.id, a.password_hash IS NOT NULL,
    EXISTS (SELECT FROM authenticator_apps t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL),
    (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id)
  FROM memberships m JOIN accounts a ON a.id = m.account_id
  WHERE m.organization_id = current_organization_id()
$$;
-- step 0910-passkey-challenges.sql
-- What a passkey signs, as a hash. A challenge is for one purpose and, if someone is signed in, for one session, which
-- has one of each purpose at most.
CREATE TABLE passkey_challenges (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('registration', 'sign-in', 'reauthentication')),
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'sign-in') = (session_id IS NULL)),
  UNIQUE (session_id, purpose)
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
-- step 0920-second-step.sql
-- Sign-ins whose password was right, and whose second step is missing. The credentials are locked again when it comes.
CREATE TABLE pending_sign_ins (
  hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address_key text NOT NULL,
  password_hash text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (account_id, created_at);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- Browsers that are not asked for a second step.
CREATE TABLE trusted_browsers (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX trusted_browsers_by_expiry ON trusted_browsers (expires_at);

-- Recoveries of accounts whose owners cannot use their second step. From due_at on, a link in a mail completes one.
CREATE TABLE account_recoveries (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL
);
CREATE INDEX account_recoveries_by_due_time ON account_recoveries (due_at);

-- When a mail is sent; later than created_at for one that announces what is not so yet.
ALTER TABLE outbox ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
UPDATE outbox SET due_at = created_at;
-- step 0930-single-sign-on.sql
-- Codes that were sent to postmaster of a domain, to verify it where DNS does not.
CREATE TABLE domain_codes (
  organization_id uuid NOT NULL,
  domain_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, domain_id),
  FOREIGN KEY (organization_id, domain_id) REFERENCES organization_domains (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('domain_codes');

-- The OpenID Provider of an organization: one at most, so that its id is that of the organization. The secret is
-- encrypted. role_mapping is a list of {value, role}.
CREATE TABLE identity_providers (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret bytea NOT NULL,
  default_role text NOT NULL CHECK (default_role IN ('Admin', 'Editor', 'Viewer')),
  role_claim text,
  role_mapping jsonb NOT NULL,
  enabled boolean NOT NULL,
  enforced boolean NOT NULL,
  -- Changes when anything does: a sign-in that began before is refused.
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (enabled OR NOT enforced)
);
CALL isolate_by_organization('identity_providers');

-- Who an account is at the provider of an organization. It outlives the provider, and means nothing without it.
CREATE TABLE account_identities (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, issuer, subject)
);
CREATE INDEX account_identities_by_account ON account_identities (account_id);

-- Sign-ins that are at a provider. One with a session authenticates again in it.
CREATE TABLE sso_sign_ins (
  state_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  revision uuid NOT NULL,
  browser_hash bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text NOT NULL,
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_sign_ins_by_organization ON sso_sign_ins (organization_id);
CREATE INDEX sso_sign_ins_by_session ON sso_sign_ins (session_id);

-- Accounts that a provider named, and that are linked once their owner has signed in: one of a browser at most.
CREATE TABLE sso_pending_links (
  browser_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  revision uuid NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL,
  role text NOT NULL,
  return_path text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_pending_links_by_organization ON sso_pending_links (organization_id);
CREATE INDEX sso_pending_links_by_account ON sso_pending_links (account_id);

-- The session at the provider that opened a session here, so that its end ends both.
CREATE TABLE sso_sessions (
  session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  sid text
);
CREATE INDEX sso_sessions_by_subject ON sso_sessions (organization_id, issuer, subject);
CREATE INDEX sso_sessions_by_sid ON sso_sessions (organization_id, issuer, sid);

-- Logout tokens that were used, until they would be too old anyway.
CREATE TABLE sso_logout_tokens (
  organization_id uuid NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  jti_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, jti_hash)
);

-- The server alone reads these: a tenant's role may do nothing with them.
CALL isolate_by_organization('account_identities');
CALL isolate_by_organization('sso_sign_ins');
CALL isolate_by_organization('sso_pending_links');
CALL isolate_by_organization('sso_sessions');
CALL isolate_by_organization('sso_logout_tokens');
REVOKE ALL ON account_identities, sso_sign_ins, sso_pending_links, sso_sessions, sso_logout_tokens FROM carrel_tenant;
-- step 0940-scim.sql
-- Users and groups that a directory sends by SCIM.

-- The organization whose directory an account without a password was created for.
ALTER TABLE accounts ADD COLUMN provisioned_by uuid REFERENCES organizations (id) ON DELETE SET NULL;
CREATE INDEX accounts_by_provisioner ON accounts (provisioned_by) WHERE provisioned_by IS NOT NULL;

-- The role of members of whose groups none has one.
ALTER TABLE organizations ADD COLUMN provisioned_role text NOT NULL DEFAULT 'Viewer'
  CHECK (provisioned_role IN ('Admin', 'Editor', 'Viewer'));

-- `active` is what the directory says; the user is a member where account_id is set and has a membership. Keys are
-- texts as they are compared. address_key is the address of the account, or of the invitation invitation_id.
CREATE TABLE scim_users (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_name text NOT NULL,
  user_name_key text NOT NULL,
  external_id text,
  active boolean NOT NULL,
  given_name text,
  family_name text,
  formatted_name text,
  display_name text,
  emails jsonb NOT NULL DEFAULT '[]',
  email_keys text[] NOT NULL DEFAULT '{}',
  address_key text,
  account_id uuid REFERENCES accounts (id) ON DELETE SET NULL,
  invitation_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_users_name_once UNIQUE (organization_id, user_name_key),
  CONSTRAINT scim_users_account_once UNIQUE (organization_id, account_id)
);
CREATE INDEX scim_users_by_time ON scim_users (organization_id, created_at, id);
CREATE INDEX scim_users_by_external_id ON scim_users (organization_id, external_id);
CREATE INDEX scim_users_by_address ON scim_users (organization_id, address_key);
CREATE INDEX scim_users_by_email ON scim_users USING gin (email_keys);
CREATE INDEX scim_users_by_account ON scim_users (account_id);
CALL isolate_by_organization('scim_users');

CREATE TABLE scim_groups (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  display_name_key text NOT NULL,
  external_id text,
  role text CHECK (role IN ('Admin', 'Editor', 'Viewer')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_groups_name_once UNIQUE (organization_id, display_name_key)
);
CALL isolate_by_organization('scim_groups');

CREATE TABLE scim_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (organization_id, group_id, user_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, user_id) REFERENCES scim_users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_by_user ON scim_group_members (organization_id, user_id);
CALL isolate_by_organization('scim_group_members');

-- Returns the account that confirmed an address of a verified domain of the tenant, or creates it without a password.
-- Returns no row for an address of any other domain. Claims of the address that were never confirmed end, as when
-- somebody else confirms it.
CREATE FUNCTION provision_account(email text, email_key text, first_name text, last_name text)
RETURNS TABLE (account uuid, created boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  owner_id uuid;
  ended uuid[];
BEGIN
  PERFORM FROM organization_domains d
  WHERE d.organization_id = current_organization_id() AND d.verified_at IS NOT NULL
    AND d.domain = substring(email_key FROM '[^@]*$') FOR SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM FROM accounts a
  WHERE a.id IN (SELECT e.account_id FROM account_emails e WHERE e.address_key = email_key)
  ORDER BY a.id FOR UPDATE;
  SELECT e.account_id INTO owner_id FROM account_emails e
  WHERE e.address_key = email_key AND e.confirmed_at IS NOT NULL;
  IF FOUND THEN
    RETURN QUERY SELECT owner_id, false;
    RETURN;
  END IF;
  INSERT INTO accounts AS a (first_name, last_name, provisioned_by)
  VALUES (provision_account.first_name, provision_account.last_name, current_organization_id())
  RETURNING a.id INTO owner_id;
  INSERT INTO account_emails (account_id, address, address_key, confirmed_at)
  VALUES (owner_id, email, email_key, now())
  ON CONFLICT (address_key) WHERE confirmed_at IS NOT NULL DO NOTHING;
  IF NOT FOUND THEN
    -- Somebody who had not claimed it yet confirmed it meanwhile.
    DELETE FROM accounts a WHERE a.id = owner_id;
    RETURN QUERY SELECT e.account_id, false FROM account_emails e
      WHERE e.address_key = email_key AND e.confirmed_at IS NOT NULL;
    RETURN;
  END IF;
  WITH claims AS (
    DELETE FROM account_emails e
    WHERE e.address_key = email_key AND e.confirmed_at IS NULL RETURNING e.id, e.account_id
  ), links AS (
    DELETE FROM link_tokens t USING claims c WHERE t.purpose = 'confirm-email' AND t.subject = c.id
  )
  SELECT array_agg(c.account_id) INTO ended FROM claims c;
  DELETE FROM accounts a WHERE a.id = ANY (ended)
    AND NOT EXISTS (SELECT FROM account_emails e WHERE e.account_id = a.id);
  RETURN QUERY SELECT owner_id, true;
END
$$;
REVOKE ALL ON FUNCTION provision_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION provision_account TO carrel_tenant;

-- Ends the sessions of an account that was created for the tenant's directory and belongs to no organization.
CREATE FUNCTION end_provisioned_sessions(account uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM accounts a
  WHERE a.id = account AND a.provisioned_by = current_organization_id() FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = account) THEN
    DELETE FROM sessions s WHERE s.account_id = account;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION end_provisioned_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_provisioned_sessions TO carrel_tenant;

CREATE OR REPLACE FUNCTION audit_name(kind text, object uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE kind
      WHEN 'organization' THEN (SELECT name FROM organizations WHERE id = object)
      WHEN 'invitation' THEN (SELECT address FROM invitations WHERE id = object)
      WHEN 'workspace' THEN (SELECT name FROM workspaces WHERE id = object)
      WHEN 'dataset' THEN (SELECT name FROM datasets WHERE id = object)
      WHEN 'archive' THEN (SELECT name FROM archives WHERE id = object)
      WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = object)
      WHEN 'webhook' THEN (SELECT name FROM webhook_endpoints WHERE id = object)
      WHEN 'domain' THEN (SELECT domain FROM organization_domains WHERE id = object)
      WHEN 'identity_provider' THEN (SELECT issuer FROM identity_providers WHERE organization_id = object)
      WHEN 'scim_group' THEN (SELECT display_name FROM scim_groups WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$$;
-- step 0950-counts-by-statement.sql
-- Statements that change documents count them by themselves from here on (docs/decisions/120), and say so with
-- carrel.counts_by_statement. The triggers still count for instances of the version before, which run beside
-- this one during an upgrade; 0970 drops them.
CREATE OR REPLACE FUNCTION count_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  moved record;
BEGIN
  IF current_setting('carrel.counts_by_statement', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM new_rows GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.statuses, '{}', moved.ids, true);
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM old_rows WHERE removed_at IS NULL GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, '{}', moved.statuses, moved.ids, true);
    END LOOP;
  ELSE
    FOR moved IN
      SELECT n.dataset_id, array_agg(n.id) AS ids,
        coalesce(array_agg(n.status) FILTER (WHERE n.removed_at IS NULL), '{}') AS gained,
        coalesce(array_agg(o.status) FILTER (WHERE o.removed_at IS NULL), '{}') AS lost,
        bool_or((n.removed_at IS NULL) <> (o.removed_at IS NULL)) AS whole
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      -- The two cancel each other out where only the bytes are different.
      WHERE (n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256
          OR (n.removed_at IS NULL) <> (o.removed_at IS NULL))
        AND (n.removed_at IS NULL OR o.removed_at IS NULL)
      GROUP BY n.dataset_id ORDER BY n.dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.gained, moved.lost, moved.ids, moved.whole);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tally_folders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  tally record;
BEGIN
  IF current_setting('carrel.counts_by_statement', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE is_failed(n.status) <> is_failed(o.status) OR (n.removed_at IS NULL) <> (o.removed_at IS NULL)
    ) THEN
      RETURN NULL;
    END IF;
  END IF;
  FOR tally IN
    EXECUTE format(
      'SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
       FROM (
         SELECT dataset_id, folder, sum(documents) AS documents, sum(failed) AS failed
         FROM (%s) changes (dataset_id, folder, documents, failed)
         WHERE folder <> '''' GROUP BY dataset_id, folder
       ) folders, folder_and_above(folder) AS path
       GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0 ORDER BY 1, 2',
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, folder, 1, is_failed(status)::integer FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, folder, -1, -is_failed(status)::integer FROM old_rows
          WHERE removed_at IS NULL'
        ELSE 'SELECT n.dataset_id, n.folder, (n.removed_at IS NULL)::integer - (o.removed_at IS NULL)::integer,
            (n.removed_at IS NULL AND is_failed(n.status))::integer
            - (o.removed_at IS NULL AND is_failed(o.status))::integer
          FROM new_rows n JOIN old_rows o USING (id)
          WHERE is_failed(n.status) <> is_failed(o.status) OR (n.removed_at IS NULL) <> (o.removed_at IS NULL)'
      END
    )
  LOOP
    UPDATE folders SET
      document_count = document_count + tally.documents,
      failed_count = failed_count + tally.failed
    WHERE dataset_id = tally.dataset_id AND path = tally.path;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_unneeded_originals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('carrel.counts_by_statement', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (SELECT coalesce(bytes_key, archive_id) FROM old_rows);
  ELSE
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (
      SELECT coalesce(o.bytes_key, o.archive_id) FROM old_rows o JOIN new_rows n USING (id)
      WHERE coalesce(n.bytes_key, n.archive_id) IS DISTINCT FROM coalesce(o.bytes_key, o.archive_id)
    );
  END IF;
  RETURN NULL;
END
$$;

-- As before, and counting.
CREATE OR REPLACE FUNCTION remove_documents(dataset uuid, ids uuid[], act uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  hidden_count integer;
BEGIN
  PERFORM d.id FROM documents d
  WHERE d.organization_id = current_organization_id() AND d.dataset_id = remove_documents.dataset
    AND d.id = ANY (remove_documents.ids) AND d.removed_at IS NULL ORDER BY d.id FOR UPDATE;
  WITH held AS MATERIALIZED (
    SELECT d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id FROM documents d
    WHERE d.organization_id = current_organization_id() AND d.dataset_id = remove_documents.dataset
      AND d.id = ANY (remove_documents.ids) AND d.removed_at IS NULL
  ), hidden AS (
    UPDATE documents d SET removed_at = now(), removal = remove_documents.act, attempt = NULL, reprocessing = false
    FROM held
    WHERE d.organization_id = current_organization_id() AND d.id = held.id
    RETURNING d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id, d.path, d.error, d.to_unpack
  ), document_changes AS MATERIALIZED (
    SELECT m.id, m.dataset_id, m.folder, CASE WHEN w.removed_at IS NULL THEN w.status END AS lost, CASE WHEN m.removed_at IS NULL THEN m.status END AS gained,
      m.sha256 IS DISTINCT FROM w.sha256 AS replaced, coalesce(w.bytes_key, w.archive_id) AS had_file, coalesce(m.bytes_key, m.archive_id) AS has_file
    FROM hidden m LEFT JOIN held w ON w.id = m.id WHERE set_config('carrel.counts_by_statement', 'on', true) = 'on'
  ), dataset_deltas AS MATERIALIZED (
    SELECT dataset_id, array_agg(id) AS ids, bool_or(gained IS NULL OR lost IS NULL) AS whole,
      count(*) FILTER (WHERE gained = 'ingested') - count(*) FILTER (WHERE lost = 'ingested') AS ingested, count(*) FILTER (WHERE gained = 'partitioned') - count(*) FILTER (WHERE lost = 'partitioned') AS partitioned, count(*) FILTER (WHERE gained = 'partitioning_error') - count(*) FILTER (WHERE lost = 'partitioning_error') AS partitioning_error, count(*) FILTER (WHERE gained = 'chunked') - count(*) FILTER (WHERE lost = 'chunked') AS chunked, count(*) FILTER (WHERE gained = 'chunking_error') - count(*) FILTER (WHERE lost = 'chunking_error') AS chunking_error, count(*) FILTER (WHERE gained = 'embedded') - count(*) FILTER (WHERE lost = 'embedded') AS embedded, count(*) FILTER (WHERE gained = 'embedding_error') - count(*) FILTER (WHERE lost = 'embedding_error') AS embedding_error
    FROM document_changes
    WHERE (gained IS NOT NULL OR lost IS NOT NULL) AND (gained IS DISTINCT FROM lost OR replaced)
    GROUP BY dataset_id
  ), held_counts AS MATERIALIZED (
    SELECT c.dataset_id FROM dataset_counts c
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM dataset_deltas))
    ORDER BY c.dataset_id FOR NO KEY UPDATE
  ), counted AS (
    UPDATE dataset_counts c SET version = c.version + 1, changed_at = now(),
      ingested = c.ingested + x.ingested, partitioned = c.partitioned + x.partitioned, partitioning_error = c.partitioning_error + x.partitioning_error, chunked = c.chunked + x.chunked, chunking_error = c.chunking_error + x.chunking_error, embedded = c.embedded + x.embedded, embedding_error = c.embedding_error + x.embedding_error
    FROM dataset_deltas x
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM held_counts))
      AND x.dataset_id = c.dataset_id
    RETURNING c.organization_id, c.dataset_id, c.version, x.ids, x.whole
  ), noted_changes AS (
    INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
    SELECT organization_id, dataset_id, version, CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
      false, whole OR cardinality(ids) > 200
    FROM counted
  ), outdated_changes AS (
    DELETE FROM dataset_changes c USING counted n
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = n.dataset_id AND n.version % 256 = 0
      AND c.version < n.version - 1024
  ), stale_originals AS (
    UPDATE original_files f SET stale = true
    WHERE f.organization_id = current_organization_id() AND NOT f.stale AND (SELECT count(*) FROM counted) >= 0
      AND f.key = ANY (ARRAY(SELECT had_file FROM document_changes WHERE had_file IS DISTINCT FROM has_file))
    RETURNING f.key
  ), folder_deltas AS MATERIALIZED (
    SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
    FROM (
      SELECT dataset_id, folder, count(gained) - count(lost) AS documents,
        count(*) FILTER (WHERE is_failed(gained)) - count(*) FILTER (WHERE is_failed(lost)) AS failed
      FROM document_changes WHERE folder <> '' AND gained IS DISTINCT FROM lost GROUP BY dataset_id, folder
    ) own, folder_and_above(folder) AS path
    GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0
  ), held_folders AS MATERIALIZED (
    SELECT f.dataset_id, f.path FROM folders f
    WHERE f.organization_id = current_organization_id() AND (SELECT count(*) FROM stale_originals) >= 0
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM folder_deltas))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM folder_deltas))
    ORDER BY f.dataset_id, f.path FOR NO KEY UPDATE
  ), counted_folders AS (
    UPDATE folders f SET document_count = f.document_count + x.documents, failed_count = f.failed_count + x.failed
    FROM folder_deltas x
    WHERE f.organization_id = current_organization_id()
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM held_folders))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM held_folders))
      AND x.dataset_id = f.dataset_id AND x.path = f.path
  )
  SELECT count(*) INTO hidden_count FROM hidden;
  RETURN hidden_count;
END
$$;

CREATE OR REPLACE FUNCTION restore_documents(dataset uuid, act uuid, at_most integer) RETURNS TABLE (id uuid, status text)
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH held AS MATERIALIZED (
    SELECT d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id FROM documents d
    WHERE d.organization_id = current_organization_id() AND d.dataset_id = dataset AND d.removal = act
      AND d.removed_at IS NOT NULL
    ORDER BY d.id LIMIT at_most FOR UPDATE
  ), restored AS (
    UPDATE documents d SET removed_at = NULL, removal = NULL
    FROM held
    WHERE d.organization_id = current_organization_id() AND d.id = held.id
    RETURNING d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id, d.path, d.error, d.to_unpack
  ), document_changes AS MATERIALIZED (
    SELECT m.id, m.dataset_id, m.folder, CASE WHEN w.removed_at IS NULL THEN w.status END AS lost, CASE WHEN m.removed_at IS NULL THEN m.status END AS gained,
      m.sha256 IS DISTINCT FROM w.sha256 AS replaced, coalesce(w.bytes_key, w.archive_id) AS had_file, coalesce(m.bytes_key, m.archive_id) AS has_file
    FROM restored m LEFT JOIN held w ON w.id = m.id WHERE set_config('carrel.counts_by_statement', 'on', true) = 'on'
  ), dataset_deltas AS MATERIALIZED (
    SELECT dataset_id, array_agg(id) AS ids, bool_or(gained IS NULL OR lost IS NULL) AS whole,
      count(*) FILTER (WHERE gained = 'ingested') - count(*) FILTER (WHERE lost = 'ingested') AS ingested, count(*) FILTER (WHERE gained = 'partitioned') - count(*) FILTER (WHERE lost = 'partitioned') AS partitioned, count(*) FILTER (WHERE gained = 'partitioning_error') - count(*) FILTER (WHERE lost = 'partitioning_error') AS partitioning_error, count(*) FILTER (WHERE gained = 'chunked') - count(*) FILTER (WHERE lost = 'chunked') AS chunked, count(*) FILTER (WHERE gained = 'chunking_error') - count(*) FILTER (WHERE lost = 'chunking_error') AS chunking_error, count(*) FILTER (WHERE gained = 'embedded') - count(*) FILTER (WHERE lost = 'embedded') AS embedded, count(*) FILTER (WHERE gained = 'embedding_error') - count(*) FILTER (WHERE lost = 'embedding_error') AS embedding_error
    FROM document_changes
    WHERE (gained IS NOT NULL OR lost IS NOT NULL) AND (gained IS DISTINCT FROM lost OR replaced)
    GROUP BY dataset_id
  ), held_counts AS MATERIALIZED (
    SELECT c.dataset_id FROM dataset_counts c
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM dataset_deltas))
    ORDER BY c.dataset_id FOR NO KEY UPDATE
  ), counted AS (
    UPDATE dataset_counts c SET version = c.version + 1, changed_at = now(),
      ingested = c.ingested + x.ingested, partitioned = c.partitioned + x.partitioned, partitioning_error = c.partitioning_error + x.partitioning_error, chunked = c.chunked + x.chunked, chunking_error = c.chunking_error + x.chunking_error, embedded = c.embedded + x.embedded, embedding_error = c.embedding_error + x.embedding_error
    FROM dataset_deltas x
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM held_counts))
      AND x.dataset_id = c.dataset_id
    RETURNING c.organization_id, c.dataset_id, c.version, x.ids, x.whole
  ), noted_changes AS (
    INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
    SELECT organization_id, dataset_id, version, CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
      false, whole OR cardinality(ids) > 200
    FROM counted
  ), outdated_changes AS (
    DELETE FROM dataset_changes c USING counted n
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = n.dataset_id AND n.version % 256 = 0
      AND c.version < n.version - 1024
  ), stale_originals AS (
    UPDATE original_files f SET stale = true
    WHERE f.organization_id = current_organization_id() AND NOT f.stale AND (SELECT count(*) FROM counted) >= 0
      AND f.key = ANY (ARRAY(SELECT had_file FROM document_changes WHERE had_file IS DISTINCT FROM has_file))
    RETURNING f.key
  ), folder_deltas AS MATERIALIZED (
    SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
    FROM (
      SELECT dataset_id, folder, count(gained) - count(lost) AS documents,
        count(*) FILTER (WHERE is_failed(gained)) - count(*) FILTER (WHERE is_failed(lost)) AS failed
      FROM document_changes WHERE folder <> '' AND gained IS DISTINCT FROM lost GROUP BY dataset_id, folder
    ) own, folder_and_above(folder) AS path
    GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0
  ), held_folders AS MATERIALIZED (
    SELECT f.dataset_id, f.path FROM folders f
    WHERE f.organization_id = current_organization_id() AND (SELECT count(*) FROM stale_originals) >= 0
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM folder_deltas))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM folder_deltas))
    ORDER BY f.dataset_id, f.path FOR NO KEY UPDATE
  ), counted_folders AS (
    UPDATE folders f SET document_count = f.document_count + x.documents, failed_count = f.failed_count + x.failed
    FROM folder_deltas x
    WHERE f.organization_id = current_organization_id()
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM held_folders))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM held_folders))
      AND x.dataset_id = f.dataset_id AND x.path = f.path
  )
  SELECT restored.id, restored.status FROM restored
$$;
-- step 0951-keys-in-organizations.sql
-- Keys that the organization leads (docs/decisions/121), beside the earlier ones, on which the version before relies.
-- Its name is in ONLINE: each statement runs by itself, concurrently with writes, and may be repeated.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_entries_in_organization ON archive_entries (organization_id, archive_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_receipt_entries_in_organization ON archive_receipt_entries (organization_id, archive_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_receipt_unchanged_in_organization ON archive_receipt_unchanged (organization_id, archive_id, last_path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_receipts_in_organization ON archive_receipts (organization_id, archive_id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS dataset_changes_in_organization ON dataset_changes (organization_id, dataset_id, version);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS dataset_counts_in_organization ON dataset_counts (organization_id, dataset_id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS documents_by_path ON documents (organization_id, dataset_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS folders_in_organization ON folders (organization_id, dataset_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS original_files_in_organization ON original_files (organization_id, key);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS stalled_documents_in_organization ON stalled_documents (organization_id, document_id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS uploads_in_organization ON uploads (organization_id, id);
-- Where a key has the organization and the dataset, an index that has the dataset only seems to find more rows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_in_order_of_organization ON documents (organization_id, dataset_id, folder, sort_name, name);
CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_by_status_of_organization ON documents (organization_id, dataset_id, status, path);
CREATE INDEX CONCURRENTLY IF NOT EXISTS folders_in_order_of_organization ON folders (organization_id, dataset_id, parent, sort_name, name);
-- step 0970-counts-only-by-statement.sql
-- The second phase of 0950, when no instance of the version before runs.
DROP TRIGGER count_inserted ON documents;
DROP TRIGGER count_updated ON documents;
DROP TRIGGER count_deleted ON documents;
DROP TRIGGER tally_inserted ON documents;
DROP TRIGGER tally_updated ON documents;
DROP TRIGGER tally_deleted ON documents;
DROP TRIGGER note_moved_originals ON documents;
DROP TRIGGER note_deleted_originals ON documents;
DROP FUNCTION count_documents();
DROP FUNCTION tally_folders();
DROP FUNCTION note_unneeded_originals();
DROP PROCEDURE count_moved(uuid, text[], text[], uuid[], boolean);
-- step 0971-organizations-lead-keys.sql
-- The second phase of 0951, when no instance of the version before runs: its keys go, the new ones take their places.
-- It changes the catalog only. Rows that refer to these keys already include the organization, but for contents.
ALTER TABLE original_contents DROP CONSTRAINT original_contents_key_fkey;
ALTER TABLE archive_entries DROP CONSTRAINT archive_entries_pkey;
ALTER TABLE archive_entries ADD CONSTRAINT archive_entries_pkey PRIMARY KEY USING INDEX archive_entries_in_organization;
ALTER TABLE archive_receipt_entries DROP CONSTRAINT archive_receipt_entries_pkey;
ALTER TABLE archive_receipt_entries ADD CONSTRAINT archive_receipt_entries_pkey PRIMARY KEY USING INDEX archive_receipt_entries_in_organization;
ALTER TABLE archive_receipt_unchanged DROP CONSTRAINT archive_receipt_unchanged_pkey;
ALTER TABLE archive_receipt_unchanged ADD CONSTRAINT archive_receipt_unchanged_pkey PRIMARY KEY USING INDEX archive_receipt_unchanged_in_organization;
ALTER TABLE archive_receipts DROP CONSTRAINT archive_receipts_pkey;
ALTER TABLE archive_receipts ADD CONSTRAINT archive_receipts_pkey PRIMARY KEY USING INDEX archive_receipts_in_organization;
ALTER TABLE dataset_changes DROP CONSTRAINT dataset_changes_pkey;
ALTER TABLE dataset_changes ADD CONSTRAINT dataset_changes_pkey PRIMARY KEY USING INDEX dataset_changes_in_organization;
ALTER TABLE dataset_counts DROP CONSTRAINT dataset_counts_pkey;
ALTER TABLE dataset_counts ADD CONSTRAINT dataset_counts_pkey PRIMARY KEY USING INDEX dataset_counts_in_organization;
ALTER TABLE documents DROP CONSTRAINT documents_dataset_id_path_key;
ALTER TABLE documents ADD CONSTRAINT documents_path_once UNIQUE USING INDEX documents_by_path;
ALTER TABLE folders DROP CONSTRAINT folders_pkey;
ALTER TABLE folders ADD CONSTRAINT folders_pkey PRIMARY KEY USING INDEX folders_in_organization;
ALTER TABLE original_files DROP CONSTRAINT original_files_pkey;
ALTER TABLE original_files ADD CONSTRAINT original_files_pkey PRIMARY KEY USING INDEX original_files_in_organization;
ALTER TABLE stalled_documents DROP CONSTRAINT stalled_documents_pkey;
ALTER TABLE stalled_documents ADD CONSTRAINT stalled_documents_pkey PRIMARY KEY USING INDEX stalled_documents_in_organization;
ALTER TABLE uploads DROP CONSTRAINT uploads_pkey;
ALTER TABLE uploads ADD CONSTRAINT uploads_pkey PRIMARY KEY USING INDEX uploads_in_organization;
ALTER TABLE original_contents ADD CONSTRAINT original_contents_key_fkey
  FOREIGN KEY (organization_id, key) REFERENCES original_files (organization_id, key) ON DELETE CASCADE NOT VALID;
ALTER TABLE original_contents VALIDATE CONSTRAINT original_contents_key_fkey;

-- These have the key already that others refer to. It becomes their identity.
ALTER TABLE archives DROP CONSTRAINT archives_pkey;
ALTER TABLE archives REPLICA IDENTITY USING INDEX archives_organization_id_id_key;
ALTER TABLE datasets DROP CONSTRAINT datasets_pkey;
ALTER TABLE datasets REPLICA IDENTITY USING INDEX datasets_organization_id_id_key;
ALTER TABLE documents DROP CONSTRAINT documents_pkey;
ALTER TABLE documents REPLICA IDENTITY USING INDEX documents_organization_id_id_key;
ALTER TABLE roles DROP CONSTRAINT roles_pkey;
ALTER TABLE roles REPLICA IDENTITY USING INDEX roles_organization_id_id_key;
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_pkey;
ALTER TABLE webhook_endpoints REPLICA IDENTITY USING INDEX webhook_endpoints_organization_id_id_key;
ALTER TABLE workspaces DROP CONSTRAINT workspaces_pkey;
ALTER TABLE workspaces REPLICA IDENTITY USING INDEX workspaces_organization_id_id_key;

DROP INDEX documents_in_order;
ALTER INDEX documents_in_order_of_organization RENAME TO documents_in_order;
DROP INDEX documents_by_status;
ALTER INDEX documents_by_status_of_organization RENAME TO documents_by_status;
DROP INDEX folders_in_order;
ALTER INDEX folders_in_order_of_organization RENAME TO folders_in_order;
-- step 0980-what-a-provider-vouches-for.sql
-- When the provider of the organization last authenticated the person of a session, and the longest time since then
-- without a request to an organization that asks for it. A provider vouches for its own organization alone, so that
-- nothing of it is in sessions.authenticated_at.
ALTER TABLE sso_sessions ADD COLUMN vouched_at timestamptz NOT NULL DEFAULT to_timestamp(0);
ALTER TABLE sso_sessions ADD COLUMN idle_gap interval NOT NULL DEFAULT '0';
UPDATE sso_sessions x SET vouched_at = s.authenticated_at, idle_gap = s.idle_gap
FROM sessions s WHERE s.id = x.session_id AND s.methods <@ '{sso}';
UPDATE sessions SET authenticated_at = to_timestamp(0) WHERE methods <@ '{sso}';

-- Codes that were mailed to confirm a session of an account that has no password, passkey or authenticator app: one
-- for each session and address.
CREATE TABLE reauthentication_codes (
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  email_id uuid NOT NULL REFERENCES account_emails (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, email_id)
);
CREATE INDEX reauthentication_codes_by_email ON reauthentication_codes (email_id);
-- step 0985-identities-end-with-domains.sql
-- What an identity provider vouches for ends with the domain.

-- Domains of confirmed addresses that a member had and removed while being a member: an organization that requires
-- single sign-on still requires it of them. '*' stands for any domain.
CREATE TABLE former_member_domains (
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  domain text NOT NULL,
  PRIMARY KEY (organization_id, account_id, domain),
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE
);
CALL isolate_by_organization('former_member_domains');
REVOKE ALL ON former_member_domains FROM carrel_tenant;

-- The domain by which a user of a directory became a member; null for one who accepted an invitation.
ALTER TABLE scim_users ADD COLUMN domain text;
UPDATE scim_users u SET domain = d.domain FROM organization_domains d
WHERE u.account_id IS NOT NULL AND d.organization_id = u.organization_id AND d.verified_at IS NOT NULL
  AND d.domain = substring(u.address_key FROM '[^@]*$');

CREATE INDEX sso_sessions_by_organization ON sso_sessions (organization_id);

-- Whether an account has a confirmed address of a domain that an organization has verified.
CREATE FUNCTION vouches_for(organization uuid, account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM account_emails e
    JOIN organization_domains d ON d.domain = substring(e.address_key FROM '[^@]*$')
    WHERE e.account_id = account AND e.confirmed_at IS NOT NULL
      AND d.organization_id = organization AND d.verified_at IS NOT NULL
  )
$$;

-- The same for the tenant, whose directory may make only such an account a member that did not agree to it.
CREATE FUNCTION tenant_vouches_for(account uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT vouches_for(current_organization_id(), account)
$$;
REVOKE ALL ON FUNCTION tenant_vouches_for FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_vouches_for TO carrel_tenant;

-- Ends the identities at the provider of an organization that it does not vouch for any more, or all of them, with the
-- sessions that the provider opened, and links that wait; of one account, or of all where it is null.
CREATE FUNCTION end_identities(organization uuid, account uuid, everything boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM account_identities i
  WHERE i.organization_id = organization AND (account IS NULL OR i.account_id = account)
    AND (everything OR NOT vouches_for(organization, i.account_id));
  WITH closed AS (
    DELETE FROM sessions s USING sso_sessions o
    WHERE o.session_id = s.id AND o.organization_id = organization AND (account IS NULL OR s.account_id = account)
      AND (everything OR NOT vouches_for(organization, s.account_id))
    RETURNING s.id, s.account_id
  )
  INSERT INTO audit_records (account_id, action, object_type, object_id, details)
  SELECT c.account_id, 'session.closed', 'session', c.id, '{"by": "sso"}' FROM closed c;
  DELETE FROM sso_pending_links l
  WHERE l.organization_id = organization AND (account IS NULL OR l.account_id = account)
    AND (everything OR NOT vouches_for(organization, l.account_id));
  IF everything AND account IS NULL THEN
    DELETE FROM sso_sign_ins i WHERE i.organization_id = organization;
  END IF;
  UPDATE accounts a SET provisioned_by = NULL
  WHERE a.provisioned_by = organization AND (account IS NULL OR a.id = account)
    AND NOT vouches_for(organization, a.id);
END
$$;
REVOKE ALL ON FUNCTION end_identities FROM PUBLIC;

-- The same for the tenant.
CREATE FUNCTION end_own_identities(everything boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT end_identities(current_organization_id(), NULL, everything)
$$;
REVOKE ALL ON FUNCTION end_own_identities FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_own_identities TO carrel_tenant;

-- Ends what other organizations' providers vouched for in a domain that the tenant has verified.
CREATE FUNCTION end_identities_elsewhere(taken text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM organization_domains d
  WHERE d.organization_id = current_organization_id() AND d.domain = taken AND d.verified_at IS NOT NULL;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM end_identities(i.organization_id, i.account_id, false)
  FROM account_identities i JOIN account_emails e ON e.account_id = i.account_id
  WHERE i.organization_id <> current_organization_id() AND e.confirmed_at IS NOT NULL
    AND substring(e.address_key FROM '[^@]*$') = taken;
END
$$;
REVOKE ALL ON FUNCTION end_identities_elsewhere FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_identities_elsewhere TO carrel_tenant;

CREATE FUNCTION address_removed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM accounts a WHERE a.id = old.account_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO former_member_domains (organization_id, account_id, domain)
  SELECT m.organization_id, m.account_id, CASE
    WHEN (SELECT count(*) FROM former_member_domains f
      WHERE f.organization_id = m.organization_id AND f.account_id = m.account_id) < 100
    THEN substring(old.address_key FROM '[^@]*$') ELSE '*' END
  FROM memberships m WHERE m.account_id = old.account_id
  ON CONFLICT DO NOTHING;
  PERFORM end_identities(i.organization_id, i.account_id, false)
  FROM account_identities i WHERE i.account_id = old.account_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER address_removed AFTER DELETE ON account_emails
FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION address_removed();

CREATE FUNCTION organization_deleted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM organization_domains d WHERE d.organization_id = new.id;
  PERFORM end_identities(new.id, NULL, true);
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_deleted AFTER UPDATE OF deleted_at ON organizations
FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION organization_deleted();

-- Members whom their organization's provider knows, and who have removed the address that it knew them by.
INSERT INTO former_member_domains (organization_id, account_id, domain)
SELECT DISTINCT m.organization_id, m.account_id, '*' FROM memberships m
WHERE (EXISTS (SELECT FROM account_identities i
    WHERE i.organization_id = m.organization_id AND i.account_id = m.account_id)
  OR EXISTS (SELECT FROM scim_users u
    WHERE u.organization_id = m.organization_id AND u.account_id = m.account_id AND u.domain IS NOT NULL))
  AND NOT vouches_for(m.organization_id, m.account_id);

DELETE FROM organization_domains d USING organizations o WHERE o.id = d.organization_id AND o.deleted_at IS NOT NULL;
-- Identities of domains that are gone, of providers that are gone, and of organizations that are deleted.
SELECT end_identities(o.id, NULL, o.deleted_at IS NOT NULL
  OR NOT EXISTS (SELECT FROM identity_providers p WHERE p.organization_id = o.id)) AS ended
FROM organizations o WHERE EXISTS (SELECT FROM account_identities i WHERE i.organization_id = o.id)
  OR EXISTS (SELECT FROM sso_sessions s WHERE s.organization_id = o.id)
  OR EXISTS (SELECT FROM accounts a WHERE a.provisioned_by = o.id);
DELETE FROM sessions s USING sso_sessions o, identity_providers p
WHERE o.session_id = s.id AND p.organization_id = o.organization_id AND p.issuer <> o.issuer;
DELETE FROM account_identities i USING identity_providers p
WHERE p.organization_id = i.organization_id AND p.issuer <> i.issuer;
-- step 0986-proved-addresses.sql
-- Who confirms an address by a link may not be who chose the password of the account.

-- The browser in which an address was registered or added, and when its owner proved to control the account too.
ALTER TABLE account_emails ADD COLUMN browser_hash bytea;
ALTER TABLE account_emails ADD COLUMN proved_at timestamptz;
UPDATE account_emails e SET proved_at = e.confirmed_at
WHERE e.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM memberships m WHERE m.account_id = e.account_id);

-- Whether the owner of a confirmed address has proved to control its account. One that was made by an identity provider
-- or a directory has no password of anybody else.
CREATE FUNCTION is_proved(account uuid, email_key text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM account_emails e JOIN accounts a ON a.id = e.account_id
    WHERE e.account_id = account AND e.address_key = email_key AND e.confirmed_at IS NOT NULL
      AND (e.proved_at IS NOT NULL OR a.provisioned_by IS NOT NULL)
  )
$$;
REVOKE ALL ON FUNCTION is_proved FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_proved TO carrel_tenant;
-- step 0987-verdicts-of-questions.sql
-- What a person said of the answer to a question. One with a verdict need not have right answers.
ALTER TABLE test_questions ADD COLUMN verdict text;
ALTER TABLE test_questions ADD CONSTRAINT test_questions_verdict_check CHECK (verdict IN ('right', 'wrong'));
