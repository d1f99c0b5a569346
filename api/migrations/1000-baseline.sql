-- The database as it was after the migrations of before-baseline.json, whose tables it has in their order.

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
-- holds the organization's id. The owner of the table, who serves sign-in, clean-ups and backups across
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

-- Differs where two settings may make different chunks of one document. Without a template only the size
-- and the overlap matter.
CREATE FUNCTION chunk_settings_hash(template text, parameters jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN md5(CASE WHEN coalesce(template, '') = ''
  THEN coalesce(parameters ->> 'chunk_size', '') || ' ' || coalesce(parameters ->> 'chunk_overlap', '')
  ELSE template || ' ' || coalesce(parameters::text, '') END);

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

-- The same as the dataset's hash, but where the template shows what Editors set. What is read changes with
-- the chunks themselves.
CREATE FUNCTION document_settings_hash(settings text, uses_metadata boolean, edited jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN uses_metadata AND edited IS NOT NULL THEN md5(settings || ' ' || edited::text) ELSE settings END;

CREATE TABLE accounts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- Null for accounts that sign in by single sign-on only.
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The organization whose directory an account without a password was created for.
  provisioned_by uuid,
  PRIMARY KEY (id)
);
CREATE INDEX accounts_by_provisioner ON accounts (provisioned_by) WHERE provisioned_by IS NOT NULL;
-- A tenant knows of an account what its fellow members may see, and of nobody else anything.
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
DO $$ BEGIN
  EXECUTE format('CREATE POLICY owner ON accounts TO %I
USING (true) WITH CHECK (true)', current_user);
END $$;
GRANT SELECT (id, first_name, last_name) ON accounts TO carrel_tenant;

-- `address_key` is the address as it is compared. Several accounts may claim an address; whoever
-- confirms it first has it.
CREATE TABLE account_emails (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Where a claim on an address came from: the confirmation mail says so.
  client_ip text,
  user_agent text,
  -- The browser in which an address was registered or added, and when its owner proved to control the account too.
  browser_hash bytea,
  proved_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT account_emails_once_an_account UNIQUE (account_id, address_key),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX account_emails_by_address ON account_emails (address_key, created_at);
CREATE UNIQUE INDEX account_emails_confirmed_once ON account_emails (address_key) WHERE confirmed_at IS NOT NULL;
ALTER TABLE account_emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_emails FORCE ROW LEVEL SECURITY;
DO $$ BEGIN
  EXECUTE format('CREATE POLICY owner ON account_emails TO %I
USING (true) WITH CHECK (true)', current_user);
END $$;
GRANT SELECT (account_id, address_key, confirmed_at) ON account_emails TO carrel_tenant;

-- One browser that is signed in. Tokens are derived from a family secret that only the browser keeps
-- and from `counter`, which each refresh raises by one.
CREATE TABLE sessions (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  family_hash bytea NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  previous_access_hash bytea,
  user_agent text,
  client_ip text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the account's password was last entered in a session. Some calls require this to be recent.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  -- What was proved to open a session, and since.
  methods text[] NOT NULL DEFAULT '{password}',
  -- For an organization with idle_minutes: when a session was used last, to the minute, and the longest time without
  -- use since its account authenticated last.
  seen_at timestamptz NOT NULL DEFAULT now(),
  idle_gap interval NOT NULL DEFAULT '00:00:00',
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The links in e-mails. A new one for the same subject replaces the last.
CREATE TABLE link_tokens (
  purpose text NOT NULL,
  subject uuid NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, subject),
  UNIQUE (hash)
);
CREATE INDEX link_tokens_by_expiry ON link_tokens (expires_at);

CREATE TABLE secrets (
  name text NOT NULL,
  value bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name)
);

-- Attempts in a window of time, keyed by the hash of what is limited.
CREATE UNLOGGED TABLE rate_limits (
  key bytea NOT NULL,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  -- Of the attempts that are counted, those whose outcome is not known yet: they may turn out rightful.
  under_way integer NOT NULL DEFAULT 0,
  PRIMARY KEY (key)
);
CREATE INDEX rate_limits_by_end ON rate_limits (window_ends_at);

CREATE TABLE organizations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when a user deletes an organization. Only then may a job delete its rows.
  deleted_at timestamptz,
  -- What people ask of a workspace, kept 30 days. No person is named. See docs/search.md.
  search_log boolean NOT NULL DEFAULT true,
  -- The role of members of whose groups none has one.
  provisioned_role text NOT NULL DEFAULT 'Viewer',
  PRIMARY KEY (id),
  CONSTRAINT organizations_provisioned_role_check CHECK (provisioned_role IN ('Admin', 'Editor', 'Viewer'))
);
CALL isolate_by_organization('organizations', 'id');

-- A lower rank may more: 0 Owner, 1 Admin, 2 Editor, 3 Viewer.
CREATE TABLE roles (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  name text NOT NULL,
  rank integer NOT NULL,
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, rank),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
ALTER TABLE roles REPLICA IDENTITY USING INDEX roles_organization_id_id_key;
CALL isolate_by_organization('roles');

CREATE TABLE memberships (
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX memberships_by_account ON memberships (account_id);
CALL isolate_by_organization('memberships');

CREATE TABLE invitations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  role_id uuid NOT NULL,
  invited_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the last message of an invitation was asked for: its link works for seven days from then on.
  renewed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  CONSTRAINT invitations_once_an_address UNIQUE (organization_id, address_key),
  FOREIGN KEY (invited_by) REFERENCES accounts (id) ON DELETE SET NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, role_id) REFERENCES roles (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('invitations');

-- What was done, by whom, in the transaction that did it. It outlives everything that it names.
CREATE TABLE audit_records (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id uuid,
  account_id uuid,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id uuid,
  ip text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What an object was called when something was done to it: the name outlives the object. Accounts
  -- have none here; a person's name is read where it lives, and goes with the account.
  object_name text,
  PRIMARY KEY (id)
);
CREATE INDEX audit_records_by_account ON audit_records (account_id, id);
CREATE INDEX audit_records_by_action ON audit_records (organization_id, action, id);
CREATE INDEX audit_records_by_object ON audit_records (object_id, id);
CREATE INDEX audit_records_by_organization ON audit_records (organization_id, id);
CREATE INDEX audit_records_by_person ON audit_records (organization_id, account_id, id);
CREATE INDEX audit_records_by_time ON audit_records (organization_id, created_at);
CALL isolate_by_organization('audit_records', privileges => 'SELECT, INSERT');

-- Messages to send. They hold no link: its token is made when the message leaves, and only its hash
-- is kept. `reference` is what the message is about: an e-mail address, an account or an invitation.
CREATE TABLE outbox (
  id uuid NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  reference uuid,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- What a message says of the event that it is about: when, from where, which browser.
  occasion jsonb,
  -- When a mail is sent; later than created_at for one that announces what is not so yet.
  due_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
CREATE INDEX outbox_by_address ON outbox (address, kind, created_at);
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;
GRANT INSERT ON outbox TO carrel_tenant;

CREATE TABLE workspaces (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
ALTER TABLE workspaces REPLICA IDENTITY USING INDEX workspaces_organization_id_id_key;
CALL isolate_by_organization('workspaces');

CREATE TABLE datasets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  chunk_template text,
  metadata_parameters jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A dataset goes at once for everybody, and step by step for the database: `removed_at` hides it from
  -- every tenant's transaction until its documents are gone and its row follows them.
  removed_at timestamptz,
  -- NULL detects the language of each document.
  language text,
  -- Original bytes of documents outlive their archives. See docs/documents.md.
  keep_originals boolean NOT NULL DEFAULT true,
  settings_hash text GENERATED ALWAYS AS (chunk_settings_hash(chunk_template, metadata_parameters)) STORED,
  -- The settings of chunks that were stored before documents had a settings_hash. Null for newer datasets.
  first_settings_hash text,
  -- A template whose text depends on the document's metadata: `document.metadata`, `document["metadata"]`,
  -- or the document under another name.
  uses_document_metadata boolean GENERATED ALWAYS AS (COALESCE(chunk_template, '') ~ 'document\s*(\.\s*metadata|\[|-?%\})') STORED,
  -- When something was changed last, for lists in that order: a dataset by its settings, documents or archives.
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
ALTER TABLE datasets REPLICA IDENTITY USING INDEX datasets_organization_id_id_key;
CALL isolate_by_organization('datasets');
ALTER POLICY tenant ON datasets
USING (organization_id = current_organization_id() AND removed_at IS NULL)
WITH CHECK (organization_id = current_organization_id());

CREATE TABLE workspace_datasets (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, workspace_id, dataset_id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX workspace_datasets_by_dataset ON workspace_datasets (organization_id, dataset_id);
CALL isolate_by_organization('workspace_datasets');

-- How many documents of a dataset have each status: the statements that change documents keep it.
CREATE TABLE dataset_counts (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  ingested integer NOT NULL DEFAULT 0,
  partitioned integer NOT NULL DEFAULT 0,
  partitioning_error integer NOT NULL DEFAULT 0,
  chunked integer NOT NULL DEFAULT 0,
  chunking_error integer NOT NULL DEFAULT 0,
  embedded integer NOT NULL DEFAULT 0,
  embedding_error integer NOT NULL DEFAULT 0,
  -- Every change of a dataset takes the next number while it holds the row of its counts, so that
  -- numbers are committed in their order, and whoever has read one has missed none before it.
  version bigint NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, dataset_id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('dataset_counts', privileges => 'SELECT, INSERT, UPDATE');

-- An uploaded zip. Its bytes are kept under its id until `purged_at`. `number` orders the archives of
-- all datasets; one that is not synced is only `stored`. A person's deletion sets `removed_at`; the row and
-- its bytes are deleted when no document in progress needs them.
CREATE TABLE archives (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL,
  sync boolean NOT NULL,
  delete_orphans boolean NOT NULL,
  purge_on_completion boolean NOT NULL,
  status text NOT NULL,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  purged_at timestamptz,
  -- The token of the worker that reads an archive and merges it. Each of its steps asks for it: one that
  -- was taken for dead, and is not, must not go on beside its successor.
  attempt uuid,
  -- Documents that an archive adds in all, set when its merge begins under a limit. While the archive is
  -- pending, those that it has not added yet count as used.
  reserved_documents bigint,
  turn uuid,
  -- `paused_at`: its documents are not claimed, and it is not merged if that has not begun. While an archive is
  -- being cancelled it has both times; once that is done only `cancelled_at` is left.
  paused_at timestamptz,
  cancelled_at timestamptz,
  -- The folder whose documents an archive may remove as orphans; empty for the whole dataset.
  orphans_folder text NOT NULL DEFAULT '',
  -- Documents that programs write by path are merged as archives. Such an archive has the conditions and the
  -- removals of the request, and is not in the list of archives.
  writes jsonb,
  -- What is inside of some containers is merged as an archive of its own, which is not in the list of archives.
  -- `containers` are the documents with the hashes that were read, `outer_id` the archive that brought them.
  containers jsonb,
  outer_id uuid,
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT archives_status_check CHECK (status IN ('stored', 'pending', 'processing', 'completed', 'failed'))
);
ALTER TABLE archives REPLICA IDENTITY USING INDEX archives_organization_id_id_key;
CREATE INDEX archives_by_dataset ON archives (organization_id, dataset_id, number DESC);
CREATE INDEX archives_by_outer ON archives (outer_id) WHERE outer_id IS NOT NULL;
CREATE INDEX archives_of_containers ON archives (created_at) WHERE containers IS NOT NULL AND removed_at IS NULL;
CREATE INDEX archives_of_writes ON archives (created_at) WHERE writes IS NOT NULL AND removed_at IS NULL;
CREATE INDEX archives_open ON archives (id) WHERE status IN ('pending', 'processing') OR removed_at IS NOT NULL;
CREATE INDEX archives_paused ON archives (organization_id) WHERE paused_at IS NOT NULL;
CREATE INDEX archives_pending ON archives (organization_id, dataset_id, number) WHERE status = 'pending';
-- The bytes of an organization are summed from these two.
CREATE INDEX archives_stored ON archives (organization_id) INCLUDE (size) WHERE purged_at IS NULL;
CALL isolate_by_organization('archives');

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
  container_id uuid,
  PRIMARY KEY (organization_id, archive_id, path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('archive_entries');

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
  -- How many documents there are below a folder, at any depth, and how many of them failed: the
  -- statements that change documents keep it.
  document_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, dataset_id, path),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX folders_in_order ON folders (organization_id, dataset_id, parent, sort_name, name);
CALL isolate_by_organization('folders');

-- A file of a dataset. Its bytes stand in `archive_id` at `data_offset`, for as long as they are
-- needed. `attempt` belongs to the worker that moves it: a move under another token changes nothing.
CREATE TABLE documents (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  status text NOT NULL DEFAULT 'ingested',
  error text,
  attempt uuid,
  archive_id uuid,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- `attempts` is how often a document's processing was begun. `bytes_key` names the stored file that
  -- keeps the bytes of a failed document after its archive was purged: several share one, and the
  -- sweep removes it once no document names it any more.
  attempts integer NOT NULL DEFAULT 0,
  bytes_key uuid,
  -- The attempt that wrote a document's chunks. An index entry of another attempt is obsolete; without one the
  -- document is not searched.
  chunk_attempt uuid,
  -- What happened to a document, newest last, and the settings that its chunks were made with. See docs/documents.md.
  history jsonb NOT NULL DEFAULT '[]',
  settings_hash text,
  -- A document that is processed again keeps its chunks, and is searched, until the new ones are written.
  reprocessing boolean NOT NULL DEFAULT false,
  -- A deleted document is hidden at once, and can be restored for some seconds until a job deletes it.
  -- `removal` is the act that hid it, with others. No tenant sees it, and nothing counts it.
  removed_at timestamptz,
  removal uuid,
  -- What a document's file says about it, and what Editors set beside or over that: a null hides a key that
  -- was read. Null where there is nothing, as for most documents. See docs/documents.md.
  read_metadata jsonb,
  edited_metadata jsonb,
  -- Organizations take turns: what waits is in these rows, and a turn's job marks what it takes with its id.
  turn uuid,
  -- What a document has by OCR: how many pages were read, and how many could not be; NULL for nothing.
  ocr jsonb,
  -- Pages that OCR has yet to read, and one until the document goes on; 0 where OCR does not have it. Only OCR takes
  -- it until then.
  ocr_left integer NOT NULL DEFAULT 0,
  -- Attachments of mails and files of archives inside of an archive are documents at the path of their container
  -- and their own name. `container_id` has no foreign key: the rows that a cascade would delete are too many for
  -- one transaction.
  container_id uuid,
  -- A container whose bytes are to be read for what is inside of it.
  to_unpack boolean NOT NULL DEFAULT false,
  UNIQUE (organization_id, id),
  CONSTRAINT documents_path_once UNIQUE (organization_id, dataset_id, path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE SET NULL (archive_id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT documents_status_check
    CHECK (status IN ('ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error'))
) WITH (
  -- A document is updated once when it is claimed and once for each stage. Where its page has room, the new
  -- version needs no entry in the indexes when a claim writes it, and fewer pages are written.
  fillfactor = 50
);
ALTER TABLE documents REPLICA IDENTITY USING INDEX documents_organization_id_id_key;
-- An archive's id says everything. With the organization before it, a database that has no statistics of
-- the table yet used this index to find a few documents by id, and read all of the organization.
CREATE INDEX documents_by_archive ON documents (archive_id, status);
CREATE INDEX documents_by_container ON documents (container_id, path) WHERE container_id IS NOT NULL;
CREATE INDEX documents_by_file ON documents (bytes_key) WHERE bytes_key IS NOT NULL;
CREATE INDEX documents_by_status ON documents (organization_id, dataset_id, status, path);
-- Those that wait for OCR, the shortest first.
CREATE INDEX documents_for_ocr ON documents (organization_id, ocr_left, id) WHERE ocr_left > 0;
-- Where a key has the organization and the dataset, an index that has the dataset only seems to find more rows.
CREATE INDEX documents_in_order ON documents (organization_id, dataset_id, folder, sort_name, name);
-- In the order of turns: datasets of an organization, archives of a dataset. A policy lets CASE be compared
-- by the index, but not coalesce().
CREATE INDEX documents_in_work ON documents (organization_id, dataset_id, (CASE WHEN archive_id IS NULL THEN dataset_id ELSE archive_id END))
WHERE status IN ('ingested', 'partitioned', 'chunked');
CREATE INDEX documents_of_archive_to_unpack ON documents (archive_id) WHERE to_unpack;
CREATE INDEX documents_removed ON documents (dataset_id, removal) WHERE removed_at IS NOT NULL;
CREATE INDEX documents_reprocessing ON documents (organization_id, dataset_id) WHERE reprocessing;
-- Those that wait for other stages, so that scans are stepped over, however many wait.
CREATE INDEX documents_to_process ON documents (organization_id, dataset_id, (CASE WHEN archive_id IS NULL THEN dataset_id ELSE archive_id END))
WHERE status IN ('ingested', 'partitioned', 'chunked') AND ocr_left = 0;
CREATE INDEX documents_to_unpack ON documents (organization_id, dataset_id, archive_id, path) WHERE to_unpack;
-- Documents that were processed before there was an index.
CREATE INDEX documents_unindexed ON documents (organization_id, id)
WHERE chunk_attempt IS NULL AND status IN ('chunked', 'embedded', 'embedding_error');
CALL isolate_by_organization('documents');
ALTER POLICY tenant ON documents
USING (organization_id = current_organization_id() AND removed_at IS NULL)
WITH CHECK (organization_id = current_organization_id());

-- What partitioning gave: an array of blocks.
CREATE TABLE document_blocks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  blocks jsonb NOT NULL,
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('document_blocks');

-- `rendered` is what is embedded where the dataset has a template, `text` is otherwise.
CREATE TABLE chunks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  rendered text,
  -- Where a chunk is in its document: UTF-16 units from the start of the text (the blocks with blank lines
  -- between them), pages or slides from 1, and the headings above it, outermost first. NULL where unknown.
  start_offset integer,
  end_offset integer,
  page_first integer,
  page_last integer,
  headings text[],
  -- How sure OCR is of a chunk's text, from 0 to 100; NULL where no text of it is from OCR.
  confidence real,
  PRIMARY KEY (organization_id, document_id, number),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('chunks');

-- What an archive did to its dataset: its own story, which outlives the zip's bytes and whatever
-- becomes of the documents. `merged_path` is how far the merging got, so that one that was cut short
-- goes on from there and counts nothing twice.
CREATE TABLE archive_receipts (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  merged_path text COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, archive_id),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('archive_receipts');

CREATE TABLE archive_receipt_entries (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  outcome text NOT NULL,
  reason text,
  PRIMARY KEY (organization_id, archive_id, path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT archive_receipt_entries_outcome_check CHECK (outcome IN ('added', 'changed', 'refused', 'removed'))
);
CREATE INDEX archive_receipt_entries_by_outcome ON archive_receipt_entries (archive_id, outcome, path);
CALL isolate_by_organization('archive_receipt_entries');

-- The unchanged paths, many in a row, in their order: whoever uploads a library every day leaves
-- little else.
CREATE TABLE archive_receipt_unchanged (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  last_path text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  paths text[] NOT NULL,
  PRIMARY KEY (organization_id, archive_id, last_path),
  FOREIGN KEY (organization_id, archive_id) REFERENCES archives (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('archive_receipt_unchanged');

-- What the last thousand changes were. `reload` says that more is different than the documents named.
CREATE TABLE dataset_changes (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  version bigint NOT NULL,
  document_ids uuid[] NOT NULL DEFAULT '{}',
  archives boolean NOT NULL DEFAULT false,
  reload boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, dataset_id, version),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('dataset_changes');

-- The browsers in which an account has signed in, by the hash of a secret in the browser's cookie.
CREATE TABLE known_browsers (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX known_browsers_by_use ON known_browsers (used_at);

-- Limits of one organization, which operators write. NULL: that of the settings; -1: none.
CREATE TABLE organization_quotas (
  organization_id uuid NOT NULL,
  documents bigint,
  bytes bigint,
  members bigint,
  datasets bigint,
  -- How much of the workers' time an organization has, compared with others; 1 where there is no row.
  share integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT organization_quotas_bytes_check CHECK (bytes >= -1),
  CONSTRAINT organization_quotas_datasets_check CHECK (datasets >= -1),
  CONSTRAINT organization_quotas_documents_check CHECK (documents >= -1),
  CONSTRAINT organization_quotas_members_check CHECK (members >= -1),
  CONSTRAINT organization_quotas_share_check CHECK (share BETWEEN 1 AND 100)
);
CALL isolate_by_organization('organization_quotas', privileges => 'SELECT');

-- Organizations whose earlier chunks lack positions, which a job finds, document by document in the order
-- of their ids: `after` is the last one. Its row is deleted at the end.
CREATE TABLE chunk_locating (
  organization_id uuid NOT NULL,
  after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CALL isolate_by_organization('chunk_locating', privileges => 'SELECT, UPDATE, DELETE');

-- What makes vectors. Two rows whose vectors cannot be compared differ in one of the unique columns.
-- `requested_dimensions` is 0 where the model decides; `dimensions` is NULL until it made a vector.
CREATE TABLE embedding_models (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  version text NOT NULL,
  requested_dimensions integer NOT NULL,
  passage_prefix text NOT NULL,
  query_prefix text NOT NULL,
  dimensions integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  CONSTRAINT embedding_models_name_version_requested_dimensions_passage__key
    UNIQUE (name, version, requested_dimensions, passage_prefix)
);
GRANT SELECT ON embedding_models TO carrel_tenant;

-- The models that a dataset has vectors of. Searches use those of the `active` one. It is `complete` once
-- every chunk of the embedded documents was embedded; until then a job goes through the documents in the
-- order of their paths and is at `after_path`. Another `run` of the job ends the earlier one. `version`
-- counts the changes of the segments, from a number on that is greater than that of any deleted row before:
-- whoever takes the next number holds the row, so that numbers are committed in their order.
CREATE TABLE dataset_models (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  model_id uuid NOT NULL,
  active boolean NOT NULL,
  complete boolean NOT NULL,
  version bigint NOT NULL DEFAULT (EXTRACT(epoch FROM clock_timestamp()) * 1000)::bigint,
  after_path text COLLATE "C" NOT NULL DEFAULT '',
  run uuid,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, dataset_id, model_id),
  FOREIGN KEY (model_id) REFERENCES embedding_models (id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('dataset_models');

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
CALL isolate_by_organization('chunk_vectors');

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
CALL isolate_by_organization('vector_segments');

-- The index of one document, until it is merged into a segment.
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
CALL isolate_by_organization('search_parts');

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
CALL isolate_by_organization('search_segments');

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
CALL isolate_by_organization('search_blocks');

-- Questions whose right answers are known, and how well searching a workspace finds them. See docs/search.md.
CREATE TABLE test_questions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  query text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What a person said of the answer to a question. One with a verdict need not have right answers.
  verdict text,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT test_questions_verdict_check CHECK (verdict IN ('right', 'wrong'))
);
CREATE UNIQUE INDEX test_questions_by_query ON test_questions (organization_id, workspace_id, md5(query));
CALL isolate_by_organization('test_questions');

-- A right answer is a passage of a path, rather than a chunk: it outlives another upload and other chunks.
CREATE TABLE test_answers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  question_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  -- The beginning of the chunk; empty where every chunk of the document is right.
  passage text NOT NULL,
  grade smallint NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT test_answers_grade_check CHECK (grade BETWEEN 1 AND 3)
);
CREATE INDEX test_answers_by_dataset ON test_answers (organization_id, dataset_id);
CREATE UNIQUE INDEX test_answers_once ON test_answers (organization_id, question_id, dataset_id, md5(path), md5(passage));
CALL isolate_by_organization('test_answers');

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
CALL isolate_by_organization('test_runs');

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
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, run_id) REFERENCES test_runs (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX test_run_results_by_question ON test_run_results (organization_id, question_id, run_id);
CALL isolate_by_organization('test_run_results');

-- `times` counts searches by how long they took: see SEARCH_TIME_BOUNDS.
CREATE TABLE search_days (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  searches integer NOT NULL,
  without_results integer NOT NULL,
  times integer[] NOT NULL,
  -- Of the searches of a day, those that programs asked by MCP.
  by_mcp integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, workspace_id, day),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX search_days_by_day ON search_days (day);
CALL isolate_by_organization('search_days');

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
CALL isolate_by_organization('unanswered_questions');

-- Stored files that hold original bytes and are no archive's: what purged and deleted archives left, and
-- what was copied out of these. `stale`: a document stopped needing it. A document's bytes are in the file
-- of its `bytes_key`, or else of its `archive_id`.
CREATE TABLE original_files (
  organization_id uuid NOT NULL,
  key uuid NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  stale boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Original bytes are stored once for each content. See docs/documents.md.
  -- `indexed`: the contents of the file are in `original_contents`.
  indexed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, key),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX original_files_by_organization ON original_files (organization_id) INCLUDE (size);
CREATE INDEX original_files_unswept ON original_files (organization_id) WHERE stale OR NOT indexed;
CALL isolate_by_organization('original_files');

-- Which documents a person downloads as a zip: the link of the download names this row. See docs/documents.md.
CREATE TABLE document_downloads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  account_id uuid NOT NULL,
  selections jsonb NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX document_downloads_by_account ON document_downloads (account_id);
CREATE INDEX document_downloads_by_dataset ON document_downloads (organization_id, dataset_id);
CALL isolate_by_organization('document_downloads');

-- Where a content is in a file of originals.
CREATE TABLE original_contents (
  organization_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  key uuid NOT NULL,
  data_offset bigint NOT NULL,
  compressed_size bigint NOT NULL,
  method smallint NOT NULL,
  PRIMARY KEY (organization_id, sha256),
  CONSTRAINT original_contents_key_fkey
    FOREIGN KEY (organization_id, key) REFERENCES original_files (organization_id, key) ON DELETE CASCADE,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX original_contents_by_file ON original_contents (key);
CALL isolate_by_organization('original_contents');

-- Documents whose stage takes much longer than usual, as the process that has them last saw.
CREATE TABLE stalled_documents (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  archive_id uuid,
  stage text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, document_id),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX stalled_documents_by_dataset ON stalled_documents (organization_id, dataset_id);
CALL isolate_by_organization('stalled_documents');

-- Jobs of organizations, which take turns at them: deletions, indexing, test runs. A turn marks what it
-- takes with the id of its pg-boss job.
CREATE TABLE organization_jobs (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  organization_id uuid NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  turn uuid,
  PRIMARY KEY (id)
);
CREATE INDEX organization_jobs_in_order ON organization_jobs (organization_id, due_at);
CALL isolate_by_organization('organization_jobs', privileges => 'INSERT');

-- Uploads that go on after a broken connection. See docs/uploads.md. The archive that one becomes has its id.
-- `writer` is the token of the request that may add bytes. `stored` is what the storage says of the bytes so
-- far; `numbers` counts the numbers of parts that were taken. A finished one stays until it expires, so that
-- finishing it again returns the same archive.
CREATE TABLE uploads (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_by uuid,
  filename text NOT NULL,
  fingerprint text,
  size bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  stored jsonb NOT NULL DEFAULT '{}',
  numbers integer NOT NULL DEFAULT 0,
  writer uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- An upload is that of an account or of an API key. The clean-up deletes those of revoked keys, with their bytes.
  api_key_id uuid,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (created_by) REFERENCES accounts (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT uploads_check CHECK (received BETWEEN 0 AND size),
  CONSTRAINT uploads_owner_check CHECK (num_nonnulls(created_by, api_key_id) = 1),
  CONSTRAINT uploads_size_check CHECK (size > 0)
);
CREATE INDEX uploads_by_account ON uploads (created_by);
CREATE INDEX uploads_by_dataset ON uploads (organization_id, dataset_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
CREATE INDEX uploads_by_key ON uploads (organization_id, api_key_id) WHERE api_key_id IS NOT NULL;
CREATE INDEX uploads_by_organization ON uploads (organization_id, created_by)
INCLUDE (size, expires_at) WHERE finished_at IS NULL;
CALL isolate_by_organization('uploads');

-- A document while it is read by OCR, by page. A row is a page that OCR reads, or one and more pages that it does
-- not read: `text` of the file itself, `waiting` and `read` for OCR, `unread` for what OCR cannot read.
CREATE TABLE ocr_pages (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  page integer NOT NULL,
  pages integer NOT NULL DEFAULT 1,
  state text NOT NULL,
  blocks jsonb NOT NULL DEFAULT '[]',
  -- Why it is unread, in a sentence, and how long it took.
  error text,
  ms integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, document_id, page),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ocr_pages_state_check CHECK (state IN ('text', 'waiting', 'read', 'unread'))
);
CALL isolate_by_organization('ocr_pages');

-- Programs that a person signs in by approving them in a browser. The program proves with its device code that it
-- asked; the person types or follows the user code. An approval ends with the session that gave it.
CREATE TABLE sign_in_approvals (
  id uuid NOT NULL,
  device_hash bytea NOT NULL,
  user_code text NOT NULL,
  client_name text NOT NULL,
  client_ip text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null until it is decided.
  approved boolean,
  session_id uuid,
  PRIMARY KEY (id),
  UNIQUE (device_hash),
  UNIQUE (user_code),
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE,
  CONSTRAINT sign_in_approvals_check CHECK (approved IS NOT TRUE OR session_id IS NOT NULL)
);
CREATE INDEX sign_in_approvals_by_expiry ON sign_in_approvals (expires_at);
CREATE INDEX sign_in_approvals_by_session ON sign_in_approvals (session_id);

-- Keys of organizations, for programs. Only the hash of a key is stored. Without dataset_ids and workspace_ids
-- a key is for all of the organization. networks are those that the key was used from.
CREATE TABLE api_keys (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  token_hash bytea NOT NULL,
  last_four text NOT NULL,
  scopes text[] NOT NULL,
  dataset_ids uuid[],
  workspace_ids uuid[],
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  networks text[] NOT NULL DEFAULT '{}',
  replaced_by uuid,
  PRIMARY KEY (organization_id, id),
  UNIQUE (token_hash),
  FOREIGN KEY (created_by) REFERENCES accounts (id) ON DELETE SET NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX api_keys_by_account ON api_keys (created_by);
CALL isolate_by_organization('api_keys');

-- Programs that registered themselves, so that people can connect them. What a program says of itself can be a lie.
CREATE TABLE oauth_clients (
  id uuid NOT NULL,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it got a token last.
  used_at timestamptz,
  PRIMARY KEY (id)
);
CREATE INDEX oauth_clients_by_creation ON oauth_clients (created_at);
-- A program is looked up in the transaction that decides about it.
GRANT SELECT ON oauth_clients TO carrel_tenant;

-- What a person granted a program: to read one workspace, as long as the person is a member. Only hashes of the
-- code and of the tokens are stored. The code stays after it was redeemed: who sends it again has stolen it, or
-- it was stolen. All refresh tokens of a grant have one family, by which a used one is recognized.
CREATE TABLE oauth_grants (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL,
  redirect_uri text NOT NULL,
  resource text NOT NULL,
  code_hash bytea NOT NULL,
  code_challenge text NOT NULL,
  redeemed_at timestamptz,
  access_hash bytea,
  access_expires_at timestamptz,
  refresh_family bytea,
  refresh_hash bytea,
  -- Of the code, and then of the refresh token.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (access_hash),
  UNIQUE (code_hash),
  UNIQUE (refresh_family),
  FOREIGN KEY (client_id) REFERENCES oauth_clients (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);
CREATE INDEX oauth_grants_by_member ON oauth_grants (organization_id, account_id);
CREATE INDEX oauth_grants_by_workspace ON oauth_grants (organization_id, workspace_id);
CALL isolate_by_organization('oauth_grants');

-- Addresses that are told what happens in an organization. One that is not enabled is told nothing; without
-- dataset_ids it is told of all datasets. While it fails, no delivery is attempted before hold_until.
CREATE TABLE webhook_endpoints (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text,
  url text NOT NULL,
  events text[] NOT NULL,
  dataset_ids uuid[],
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  hold_until timestamptz,
  last_delivered_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  FOREIGN KEY (created_by) REFERENCES accounts (id) ON DELETE SET NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason IN ('person', 'gone', 'failing'))
);
ALTER TABLE webhook_endpoints REPLICA IDENTITY USING INDEX webhook_endpoints_organization_id_id_key;
CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (created_by);
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (organization_id) WHERE enabled;
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
CALL isolate_by_organization('webhook_secrets', privileges => 'INSERT, DELETE');
GRANT SELECT (organization_id, endpoint_id, id, created_at, expires_at) ON webhook_secrets TO carrel_tenant;
GRANT UPDATE (expires_at) ON webhook_secrets TO carrel_tenant;

-- One event for one address: written with what it tells, and read by the sender and as a log. Those of one
-- subject are sent in the order of their ids. As an address may have very many, deleting it does not
-- cascade: the purge of old ones deletes them.
CREATE TABLE webhook_deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  subject uuid NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting',
  due_at timestamptz NOT NULL DEFAULT now(),
  first_attempt_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  log jsonb NOT NULL DEFAULT '[]',
  ended_at timestamptz,
  claim uuid,
  claimed_until timestamptz,
  PRIMARY KEY (id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('waiting', 'delivered', 'failed'))
);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint_id, subject, id) WHERE state = 'waiting';
CREATE UNIQUE INDEX webhook_deliveries_by_message ON webhook_deliveries (message_id);
CALL isolate_by_organization('webhook_deliveries');

-- What requests with an Idempotency-Key created, so that repeating one creates nothing else. Written in the
-- transaction that creates. organization_id is null for what an account creates for itself. body is null for a
-- response with a secret, which is not kept.
CREATE TABLE idempotency_keys (
  organization_id uuid,
  caller_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_key UNIQUE NULLS NOT DISTINCT (organization_id, caller_id, key_hash),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
CALL isolate_by_organization('idempotency_keys');

-- Keys of WebAuthn. A counter of 0 is that of a key without one.
CREATE TABLE passkeys (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  aaguid uuid,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (id),
  UNIQUE (credential_id),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
  CONSTRAINT passkeys_device_type_check CHECK (device_type IN ('singleDevice', 'multiDevice'))
);
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Authenticator apps. The secret is encrypted; one that is not confirmed yet counts for nothing. A code of the time
-- step last_step or of an earlier one is not accepted again.
CREATE TABLE authenticator_apps (
  account_id uuid NOT NULL,
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  PRIMARY KEY (account_id, hash),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);

-- Domains of e-mail addresses that an organization says are its own. Only a verified one means anything, and it is
-- verified for one organization at most. The token is what its DNS names.
CREATE TABLE organization_domains (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain text NOT NULL,
  token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  verified_by text,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, domain),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT organization_domains_check CHECK ((verified_at IS NULL) = (verified_by IS NULL)),
  CONSTRAINT organization_domains_domain_check CHECK (domain = lower(domain)),
  CONSTRAINT organization_domains_verified_by_check CHECK (verified_by IN ('dns', 'mail'))
);
CREATE UNIQUE INDEX organization_domains_verified ON organization_domains (domain) WHERE verified_at IS NOT NULL;
CALL isolate_by_organization('organization_domains');

-- What an organization asks of the sessions of its members. Null asks for nothing.
CREATE TABLE sign_in_policies (
  organization_id uuid NOT NULL,
  second_factor_from timestamptz,
  allowed_methods text[],
  idle_minutes integer,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT sign_in_policies_allowed_methods_check
    CHECK (allowed_methods <@ '{password,passkey,sso}'::text[] AND allowed_methods <> '{}'::text[]),
  CONSTRAINT sign_in_policies_idle_minutes_check CHECK (idle_minutes > 0)
);
CALL isolate_by_organization('sign_in_policies');

-- What a passkey signs, as a hash. A challenge is for one purpose and, if someone is signed in, for one session, which
-- has one of each purpose at most.
CREATE TABLE passkey_challenges (
  hash bytea NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (hash),
  UNIQUE (session_id, purpose),
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE,
  CONSTRAINT passkey_challenges_check CHECK ((purpose = 'sign-in') = (session_id IS NULL)),
  CONSTRAINT passkey_challenges_purpose_check CHECK (purpose IN ('registration', 'sign-in', 'reauthentication'))
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- Sign-ins whose password was right, and whose second step is missing. The credentials are locked again when it comes.
CREATE TABLE pending_sign_ins (
  hash bytea NOT NULL,
  account_id uuid NOT NULL,
  address_key text NOT NULL,
  password_hash text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (hash),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (account_id, created_at);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- Browsers that are not asked for a second step.
CREATE TABLE trusted_browsers (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, hash),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX trusted_browsers_by_expiry ON trusted_browsers (expires_at);

-- Recoveries of accounts whose owners cannot use their second step. From due_at on, a link in a mail completes one.
CREATE TABLE account_recoveries (
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (account_id),
  UNIQUE (id),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX account_recoveries_by_due_time ON account_recoveries (due_at);

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
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret bytea NOT NULL,
  default_role text NOT NULL,
  role_claim text,
  role_mapping jsonb NOT NULL,
  enabled boolean NOT NULL,
  enforced boolean NOT NULL,
  -- Changes when anything does: a sign-in that began before is refused.
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT identity_providers_check CHECK (enabled OR NOT enforced),
  CONSTRAINT identity_providers_default_role_check CHECK (default_role IN ('Admin', 'Editor', 'Viewer'))
);
CALL isolate_by_organization('identity_providers');

-- Who an account is at the provider of an organization. It outlives the provider, and means nothing without it.
CREATE TABLE account_identities (
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, issuer, subject),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX account_identities_by_account ON account_identities (account_id);
-- The server alone reads it.
CALL isolate_by_organization('account_identities');
REVOKE ALL ON account_identities FROM carrel_tenant;

-- Sign-ins that are at a provider. One with a session authenticates again in it.
CREATE TABLE sso_sign_ins (
  state_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  revision uuid NOT NULL,
  browser_hash bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text NOT NULL,
  session_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (state_hash),
  FOREIGN KEY (organization_id) REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX sso_sign_ins_by_organization ON sso_sign_ins (organization_id);
CREATE INDEX sso_sign_ins_by_session ON sso_sign_ins (session_id);
-- The server alone reads it.
CALL isolate_by_organization('sso_sign_ins');
REVOKE ALL ON sso_sign_ins FROM carrel_tenant;

-- Accounts that a provider named, and that are linked once their owner has signed in: one of a browser at most.
CREATE TABLE sso_pending_links (
  browser_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  revision uuid NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  address text NOT NULL,
  role text NOT NULL,
  return_path text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (browser_hash),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id) REFERENCES identity_providers (organization_id) ON DELETE CASCADE
);
CREATE INDEX sso_pending_links_by_account ON sso_pending_links (account_id);
CREATE INDEX sso_pending_links_by_organization ON sso_pending_links (organization_id);
-- The server alone reads it.
CALL isolate_by_organization('sso_pending_links');
REVOKE ALL ON sso_pending_links FROM carrel_tenant;

-- The session at the provider that opened a session here, so that its end ends both.
CREATE TABLE sso_sessions (
  session_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  sid text,
  -- When the provider of the organization last authenticated the person of a session, and the longest time since then
  -- without a request to an organization that asks for it. A provider vouches for its own organization alone, so that
  -- nothing of it is in sessions.authenticated_at.
  vouched_at timestamptz NOT NULL DEFAULT to_timestamp(0),
  idle_gap interval NOT NULL DEFAULT '00:00:00',
  PRIMARY KEY (session_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX sso_sessions_by_organization ON sso_sessions (organization_id);
CREATE INDEX sso_sessions_by_sid ON sso_sessions (organization_id, issuer, sid);
CREATE INDEX sso_sessions_by_subject ON sso_sessions (organization_id, issuer, subject);
-- The server alone reads it.
CALL isolate_by_organization('sso_sessions');
REVOKE ALL ON sso_sessions FROM carrel_tenant;

-- Logout tokens that were used, until they would be too old anyway.
CREATE TABLE sso_logout_tokens (
  organization_id uuid NOT NULL,
  jti_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, jti_hash),
  FOREIGN KEY (organization_id) REFERENCES identity_providers (organization_id) ON DELETE CASCADE
);
-- The server alone reads it.
CALL isolate_by_organization('sso_logout_tokens');
REVOKE ALL ON sso_logout_tokens FROM carrel_tenant;

-- `active` is what the directory says; the user is a member where account_id is set and has a membership. Keys are
-- texts as they are compared. address_key is the address of the account, or of the invitation invitation_id.
CREATE TABLE scim_users (
  organization_id uuid NOT NULL,
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
  account_id uuid,
  invitation_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- The domain by which a user of a directory became a member; null for one who accepted an invitation.
  domain text,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_users_account_once UNIQUE (organization_id, account_id),
  CONSTRAINT scim_users_name_once UNIQUE (organization_id, user_name_key),
  FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE SET NULL,
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
);
CREATE INDEX scim_users_by_account ON scim_users (account_id);
CREATE INDEX scim_users_by_address ON scim_users (organization_id, address_key);
CREATE INDEX scim_users_by_email ON scim_users USING gin (email_keys);
CREATE INDEX scim_users_by_external_id ON scim_users (organization_id, external_id);
CREATE INDEX scim_users_by_time ON scim_users (organization_id, created_at, id);
CALL isolate_by_organization('scim_users');

CREATE TABLE scim_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  display_name_key text NOT NULL,
  external_id text,
  role text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_groups_name_once UNIQUE (organization_id, display_name_key),
  FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT scim_groups_role_check CHECK (role IN ('Admin', 'Editor', 'Viewer'))
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

-- Codes that were mailed to confirm a session of an account that has no password, passkey or authenticator app: one
-- for each session and address.
CREATE TABLE reauthentication_codes (
  session_id uuid NOT NULL,
  email_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, email_id),
  FOREIGN KEY (email_id) REFERENCES account_emails (id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX reauthentication_codes_by_email ON reauthentication_codes (email_id);

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
-- The server alone reads it.
CALL isolate_by_organization('former_member_domains');
REVOKE ALL ON former_member_domains FROM carrel_tenant;

ALTER TABLE accounts ADD CONSTRAINT accounts_provisioned_by_fkey
FOREIGN KEY (provisioned_by) REFERENCES organizations (id) ON DELETE SET NULL;
CREATE POLICY fellow_member ON accounts FOR SELECT TO carrel_tenant
USING (EXISTS (SELECT FROM memberships WHERE memberships.account_id = accounts.id));
-- Whoever did something in an organization, or had it done to them, keeps a name in its log after
-- they left it, for as long as they have an account.
CREATE POLICY named_in_log ON accounts FOR SELECT TO carrel_tenant
USING (EXISTS (SELECT FROM audit_records WHERE audit_records.account_id = accounts.id)
  OR EXISTS (SELECT FROM audit_records WHERE audit_records.object_id = accounts.id));
CREATE POLICY fellow_member ON account_emails FOR SELECT TO carrel_tenant
USING (EXISTS (SELECT FROM memberships WHERE memberships.account_id = account_emails.account_id));

CREATE FUNCTION create_dataset_counts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dataset_counts (organization_id, dataset_id) VALUES (NEW.organization_id, NEW.id);
  RETURN NULL;
END
$$;

-- The name of an object now or, of one that is gone, as the log knows it. Sees what its caller sees.
CREATE FUNCTION audit_name(kind text, object uuid) RETURNS text LANGUAGE sql STABLE AS $$
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

-- Counts a change of a dataset, and records which documents it concerns, or that all are to be read again.
CREATE PROCEDURE note_change(dataset uuid, ids uuid[], of_archives boolean, whole boolean)
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

CREATE FUNCTION note_archive() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  CALL note_change(coalesce(NEW.dataset_id, OLD.dataset_id), '{}', true, false);
  RETURN NULL;
END
$$;

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

-- Hides documents of the organization, and returns how many. It runs as the owner of the tables, as a
-- tenant may not write a row that it cannot see afterwards.
CREATE FUNCTION remove_documents(dataset uuid, ids uuid[], act uuid) RETURNS integer
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

-- Shows what one act hid, some documents at a time, and returns the ids and statuses of these.
CREATE FUNCTION restore_documents(dataset uuid, act uuid, at_most integer) RETURNS TABLE (id uuid, status text)
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

-- A tenant's role reads no factors. Members see those of members.
CREATE FUNCTION member_factors() RETURNS TABLE (account_id uuid, password boolean, totp boolean, passkeys bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'public' AS $$
  SELECT a.id, a.password_hash IS NOT NULL,
    EXISTS (SELECT FROM authenticator_apps t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL),
    (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id)
  FROM memberships m JOIN accounts a ON a.id = m.account_id
  WHERE m.organization_id = current_organization_id()
$$;

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

-- The same for the tenant.
CREATE FUNCTION end_own_identities(everything boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT end_identities(current_organization_id(), NULL, everything)
$$;

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

CREATE FUNCTION organization_deleted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM organization_domains d WHERE d.organization_id = new.id;
  PERFORM end_identities(new.id, NULL, true);
  RETURN NULL;
END
$$;

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

CREATE TRIGGER address_removed AFTER DELETE ON account_emails
FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION address_removed();
CREATE TRIGGER organization_deleted AFTER UPDATE OF deleted_at ON organizations
FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION organization_deleted();
CREATE TRIGGER create_counts AFTER INSERT ON datasets
FOR EACH ROW EXECUTE FUNCTION create_dataset_counts();
CREATE TRIGGER note_inserted AFTER INSERT ON archives
FOR EACH ROW EXECUTE FUNCTION note_archive();
CREATE TRIGGER note_updated AFTER UPDATE ON archives
FOR EACH ROW WHEN (new.status <> old.status OR new.removed_at IS DISTINCT FROM old.removed_at OR new.paused_at IS DISTINCT FROM old.paused_at OR new.cancelled_at IS DISTINCT FROM old.cancelled_at) EXECUTE FUNCTION note_archive();

REVOKE ALL ON FUNCTION end_identities FROM PUBLIC;
REVOKE ALL ON FUNCTION end_identities_elsewhere FROM PUBLIC;
REVOKE ALL ON FUNCTION end_own_identities FROM PUBLIC;
REVOKE ALL ON FUNCTION end_provisioned_sessions FROM PUBLIC;
REVOKE ALL ON FUNCTION is_proved FROM PUBLIC;
REVOKE ALL ON FUNCTION provision_account FROM PUBLIC;
REVOKE ALL ON FUNCTION tenant_vouches_for FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_identities_elsewhere TO carrel_tenant;
GRANT EXECUTE ON FUNCTION end_own_identities TO carrel_tenant;
GRANT EXECUTE ON FUNCTION end_provisioned_sessions TO carrel_tenant;
GRANT EXECUTE ON FUNCTION is_proved TO carrel_tenant;
GRANT EXECUTE ON FUNCTION provision_account TO carrel_tenant;
GRANT EXECUTE ON FUNCTION tenant_vouches_for TO carrel_tenant;
