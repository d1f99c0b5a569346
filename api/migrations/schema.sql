-- The database as the migrations leave it, without pg-boss's schema. Generated from the catalog of the
-- embedded database, whose user is "postgres". Do not edit; regenerate with:
--   npx vitest run --project api src/platform/database/migrations/schema.test.ts --update

CREATE ROLE carrel_tenant NOLOGIN;
GRANT USAGE ON SCHEMA public TO carrel_tenant;

-- access_entries

CREATE TABLE access_entries (
  organization_id uuid NOT NULL,
  dataset_id uuid,
  workspace_id uuid,
  object_id uuid NOT NULL GENERATED ALWAYS AS (COALESCE(dataset_id, workspace_id)) STORED,
  account_id uuid,
  group_id uuid,
  scim_group_id uuid,
  role text NOT NULL,
  CONSTRAINT access_entries_organization_id_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES memberships(organization_id, account_id) ON DELETE CASCADE,
  CONSTRAINT access_entries_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT access_entries_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES member_groups(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT access_entries_organization_id_scim_group_id_fkey FOREIGN KEY (organization_id, scim_group_id) REFERENCES scim_groups(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT access_entries_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT access_entries_of_one CHECK (num_nonnulls(account_id, group_id, scim_group_id) = 1),
  CONSTRAINT access_entries_role_check CHECK (role = ANY (ARRAY['Manager'::text, 'Editor'::text, 'Reader'::text, 'Searcher'::text])),
  CONSTRAINT access_entries_to_one CHECK (num_nonnulls(dataset_id, workspace_id) = 1)
);

CREATE INDEX access_entries_by_account ON access_entries (organization_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX access_entries_by_group ON access_entries (organization_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX access_entries_by_scim_group ON access_entries (organization_id, scim_group_id) WHERE scim_group_id IS NOT NULL;
CREATE UNIQUE INDEX access_entries_once ON access_entries (organization_id, object_id, COALESCE(account_id, group_id, scim_group_id));

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE ON access_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE access_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON access_entries TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON access_entries TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(object_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(object_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON access_entries TO carrel_tenant;

-- access_requests

CREATE TABLE access_requests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid,
  workspace_id uuid,
  object_id uuid NOT NULL GENERATED ALWAYS AS (COALESCE(dataset_id, workspace_id)) STORED,
  account_id uuid NOT NULL,
  reason text NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  refused_at timestamp with time zone,
  CONSTRAINT access_requests_pkey PRIMARY KEY (organization_id, object_id, account_id),
  CONSTRAINT access_requests_organization_id_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES memberships(organization_id, account_id) ON DELETE CASCADE,
  CONSTRAINT access_requests_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT access_requests_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT access_requests_for_one CHECK (num_nonnulls(dataset_id, workspace_id) = 1)
);

CREATE INDEX access_requests_by_account ON access_requests (organization_id, account_id);
CREATE UNIQUE INDEX access_requests_by_id ON access_requests (id);

ALTER TABLE access_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON access_requests TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON access_requests TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(object_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(object_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON access_requests TO carrel_tenant;

-- access_versions

CREATE TABLE access_versions (
  organization_id uuid NOT NULL,
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT access_versions_pkey PRIMARY KEY (organization_id),
  CONSTRAINT access_versions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

ALTER TABLE access_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON access_versions TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON access_versions TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON access_versions TO carrel_tenant;

-- account_emails

CREATE TABLE account_emails (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  client_ip text,
  user_agent text,
  browser_hash bytea,
  proved_at timestamp with time zone,
  CONSTRAINT account_emails_pkey PRIMARY KEY (id),
  CONSTRAINT account_emails_once_an_account UNIQUE (account_id, address_key),
  CONSTRAINT account_emails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE INDEX account_emails_by_address ON account_emails (address_key, created_at);
CREATE UNIQUE INDEX account_emails_confirmed_once ON account_emails (address_key) WHERE confirmed_at IS NOT NULL;

CREATE TRIGGER address_removed AFTER DELETE ON account_emails FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION address_removed();

ALTER TABLE account_emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_emails FORCE ROW LEVEL SECURITY;
CREATE POLICY fellow_member ON account_emails FOR SELECT TO carrel_tenant USING ((EXISTS ( SELECT FROM memberships WHERE memberships.account_id = account_emails.account_id)));
CREATE POLICY owner ON account_emails TO postgres USING (true) WITH CHECK (true);

GRANT SELECT (account_id, address, address_key, confirmed_at, created_at) ON account_emails TO carrel_tenant;

-- account_identities

CREATE TABLE account_identities (
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT account_identities_pkey PRIMARY KEY (organization_id, issuer, subject),
  CONSTRAINT account_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT account_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE INDEX account_identities_by_account ON account_identities (account_id);

ALTER TABLE account_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON account_identities TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON account_identities TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

-- account_recoveries

CREATE TABLE account_recoveries (
  account_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT account_recoveries_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_recoveries_id_key UNIQUE (id),
  CONSTRAINT account_recoveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE INDEX account_recoveries_by_due_time ON account_recoveries (due_at);

-- accounts

CREATE TABLE accounts (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  provisioned_by uuid,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_provisioned_by_fkey FOREIGN KEY (provisioned_by) REFERENCES organizations(id) ON DELETE SET NULL
);

CREATE INDEX accounts_by_provisioner ON accounts (provisioned_by) WHERE provisioned_by IS NOT NULL;

ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY fellow_member ON accounts FOR SELECT TO carrel_tenant USING ((EXISTS ( SELECT FROM memberships WHERE memberships.account_id = accounts.id)));
CREATE POLICY named_in_log ON accounts FOR SELECT TO carrel_tenant USING ((EXISTS ( SELECT FROM audit_records WHERE audit_records.account_id = accounts.id)) OR (EXISTS ( SELECT FROM audit_records WHERE audit_records.object_id = accounts.id)));
CREATE POLICY owner ON accounts TO postgres USING (true) WITH CHECK (true);

GRANT SELECT (id, first_name, last_name) ON accounts TO carrel_tenant;

-- api_keys

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
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  networks text[] NOT NULL DEFAULT '{}'::text[],
  replaced_by uuid,
  CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT api_keys_token_hash_key UNIQUE (token_hash),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE INDEX api_keys_by_account ON api_keys (created_by);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON api_keys TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON api_keys TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON api_keys TO carrel_tenant;

-- archive_entries

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
  moved_id uuid,
  CONSTRAINT archive_entries_pkey PRIMARY KEY (organization_id, archive_id, path),
  CONSTRAINT archive_entries_organization_id_archive_id_fkey FOREIGN KEY (organization_id, archive_id) REFERENCES archives(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE archive_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON archive_entries TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON archive_entries TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON archive_entries TO carrel_tenant;

-- archive_receipt_entries

CREATE TABLE archive_receipt_entries (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  outcome text NOT NULL,
  reason text,
  CONSTRAINT archive_receipt_entries_pkey PRIMARY KEY (organization_id, archive_id, path),
  CONSTRAINT archive_receipt_entries_organization_id_archive_id_fkey FOREIGN KEY (organization_id, archive_id) REFERENCES archives(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT archive_receipt_entries_outcome_check CHECK (outcome = ANY (ARRAY['added'::text, 'changed'::text, 'refused'::text, 'removed'::text]))
);

CREATE INDEX archive_receipt_entries_by_outcome ON archive_receipt_entries (archive_id, outcome, path);

ALTER TABLE archive_receipt_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_receipt_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON archive_receipt_entries TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON archive_receipt_entries TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON archive_receipt_entries TO carrel_tenant;

-- archive_receipt_unchanged

CREATE TABLE archive_receipt_unchanged (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  last_path text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  paths text[] NOT NULL,
  CONSTRAINT archive_receipt_unchanged_pkey PRIMARY KEY (organization_id, archive_id, last_path),
  CONSTRAINT archive_receipt_unchanged_organization_id_archive_id_fkey FOREIGN KEY (organization_id, archive_id) REFERENCES archives(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE archive_receipt_unchanged ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_receipt_unchanged FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON archive_receipt_unchanged TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON archive_receipt_unchanged TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON archive_receipt_unchanged TO carrel_tenant;

-- archive_receipts

CREATE TABLE archive_receipts (
  organization_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  merged_path text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT archive_receipts_pkey PRIMARY KEY (organization_id, archive_id),
  CONSTRAINT archive_receipts_organization_id_archive_id_fkey FOREIGN KEY (organization_id, archive_id) REFERENCES archives(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE archive_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE archive_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON archive_receipts TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON archive_receipts TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON archive_receipts TO carrel_tenant;

-- archives

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
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  purged_at timestamp with time zone,
  attempt uuid,
  reserved_documents bigint,
  turn uuid,
  paused_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  orphans_folder text NOT NULL DEFAULT ''::text,
  writes jsonb,
  containers jsonb,
  outer_id uuid,
  replaces uuid,
  source_id uuid,
  source_run_id uuid,
  CONSTRAINT archives_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT archives_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT archives_status_check CHECK (status = ANY (ARRAY['stored'::text, 'pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))
);

ALTER TABLE archives REPLICA IDENTITY USING INDEX archives_organization_id_id_key;

CREATE INDEX archives_by_dataset ON archives (organization_id, dataset_id, number DESC);
CREATE INDEX archives_by_outer ON archives (outer_id) WHERE outer_id IS NOT NULL;
CREATE INDEX archives_by_source_run ON archives (organization_id, source_run_id) WHERE source_run_id IS NOT NULL;
CREATE INDEX archives_of_containers ON archives (created_at) WHERE containers IS NOT NULL AND removed_at IS NULL;
CREATE INDEX archives_of_writes ON archives (created_at) WHERE writes IS NOT NULL AND removed_at IS NULL;
CREATE INDEX archives_open ON archives (id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text])) OR removed_at IS NOT NULL;
CREATE INDEX archives_paused ON archives (organization_id) WHERE paused_at IS NOT NULL;
CREATE INDEX archives_pending ON archives (organization_id, dataset_id, number) WHERE status = 'pending'::text;
CREATE INDEX archives_stored ON archives (organization_id) INCLUDE (size) WHERE purged_at IS NULL;

CREATE TRIGGER note_inserted AFTER INSERT ON archives FOR EACH ROW EXECUTE FUNCTION note_archive();
CREATE TRIGGER note_updated AFTER UPDATE ON archives FOR EACH ROW WHEN (new.status <> old.status OR new.removed_at IS DISTINCT FROM old.removed_at OR new.paused_at IS DISTINCT FROM old.paused_at OR new.cancelled_at IS DISTINCT FROM old.cancelled_at) EXECUTE FUNCTION note_archive();

ALTER TABLE archives ENABLE ROW LEVEL SECURITY;
ALTER TABLE archives FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON archives TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON archives TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON archives TO carrel_tenant;

-- audit_records

CREATE TABLE audit_records (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id uuid,
  account_id uuid,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id uuid,
  ip text,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  object_name text,
  CONSTRAINT audit_records_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_records_by_account ON audit_records (account_id, id);
CREATE INDEX audit_records_by_action ON audit_records (organization_id, action, id);
CREATE INDEX audit_records_by_object ON audit_records (object_id, id);
CREATE INDEX audit_records_by_organization ON audit_records (organization_id, id);
CREATE INDEX audit_records_by_person ON audit_records (organization_id, account_id, id);
CREATE INDEX audit_records_by_time ON audit_records (organization_id, created_at);

ALTER TABLE audit_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_records FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON audit_records TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON audit_records TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT INSERT, SELECT ON audit_records TO carrel_tenant;

-- authenticator_apps

CREATE TABLE authenticator_apps (
  account_id uuid NOT NULL,
  secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (account_id),
  CONSTRAINT authenticator_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

-- chunk_changes

CREATE TABLE chunk_changes (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  id uuid NOT NULL,
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  passage text NOT NULL,
  pieces jsonb NOT NULL,
  replaced jsonb NOT NULL,
  changed_by uuid,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  lost_at timestamp with time zone,
  CONSTRAINT chunk_changes_pkey PRIMARY KEY (organization_id, document_id, id),
  CONSTRAINT chunk_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id) ON DELETE SET NULL,
  CONSTRAINT chunk_changes_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX chunk_changes_by_account ON chunk_changes (changed_by) WHERE changed_by IS NOT NULL;

ALTER TABLE chunk_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunk_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON chunk_changes TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON chunk_changes TO carrel_tenant USING (organization_id = current_organization_id() AND (EXISTS ( SELECT FROM documents d WHERE d.organization_id = chunk_changes.organization_id AND d.id = chunk_changes.document_id))) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON chunk_changes TO carrel_tenant;

-- chunk_locating

CREATE TABLE chunk_locating (
  organization_id uuid NOT NULL,
  after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  CONSTRAINT chunk_locating_pkey PRIMARY KEY (organization_id),
  CONSTRAINT chunk_locating_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

ALTER TABLE chunk_locating ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunk_locating FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON chunk_locating TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON chunk_locating TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, SELECT, UPDATE ON chunk_locating TO carrel_tenant;

-- chunk_vectors

CREATE TABLE chunk_vectors (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  model_id uuid NOT NULL,
  number integer NOT NULL,
  vector bytea NOT NULL,
  CONSTRAINT chunk_vectors_pkey PRIMARY KEY (organization_id, document_id, model_id, number),
  CONSTRAINT chunk_vectors_organization_id_document_id_number_fkey FOREIGN KEY (organization_id, document_id, number) REFERENCES chunks(organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE chunk_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;

ALTER TABLE chunk_vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunk_vectors FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON chunk_vectors TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON chunk_vectors TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON chunk_vectors TO carrel_tenant;

-- chunks

CREATE TABLE chunks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  rendered text,
  start_offset integer,
  end_offset integer,
  page_first integer,
  page_last integer,
  headings text[],
  confidence real,
  document_text bytea,
  change jsonb,
  CONSTRAINT chunks_pkey PRIMARY KEY (organization_id, document_id, number),
  CONSTRAINT chunks_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE chunks ALTER COLUMN document_text SET STORAGE EXTERNAL;

ALTER TABLE chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON chunks TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON chunks TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON chunks TO carrel_tenant;

-- dataset_changes

CREATE TABLE dataset_changes (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  version bigint NOT NULL,
  document_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  archives boolean NOT NULL DEFAULT false,
  reload boolean NOT NULL DEFAULT false,
  CONSTRAINT dataset_changes_pkey PRIMARY KEY (organization_id, dataset_id, version),
  CONSTRAINT dataset_changes_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE dataset_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE dataset_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON dataset_changes TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON dataset_changes TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON dataset_changes TO carrel_tenant;

-- dataset_counts

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
  version bigint NOT NULL DEFAULT 0,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  reprocessing_total integer NOT NULL DEFAULT 0,
  CONSTRAINT dataset_counts_pkey PRIMARY KEY (organization_id, dataset_id),
  CONSTRAINT dataset_counts_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE dataset_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE dataset_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON dataset_counts TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON dataset_counts TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT INSERT, SELECT, UPDATE ON dataset_counts TO carrel_tenant;

-- dataset_models

CREATE TABLE dataset_models (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  model_id uuid NOT NULL,
  active boolean NOT NULL,
  complete boolean NOT NULL,
  version bigint NOT NULL DEFAULT (EXTRACT(epoch FROM clock_timestamp()) * 1000::numeric)::bigint,
  after_path text COLLATE "C" NOT NULL DEFAULT ''::text,
  run uuid,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  CONSTRAINT dataset_models_pkey PRIMARY KEY (organization_id, dataset_id, model_id),
  CONSTRAINT dataset_models_model_id_fkey FOREIGN KEY (model_id) REFERENCES embedding_models(id),
  CONSTRAINT dataset_models_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE dataset_models ENABLE ROW LEVEL SECURITY;
ALTER TABLE dataset_models FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON dataset_models TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON dataset_models TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON dataset_models TO carrel_tenant;

-- datasets

CREATE TABLE datasets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  chunk_template text,
  metadata_parameters jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  language text,
  keep_originals boolean NOT NULL DEFAULT true,
  settings_hash text GENERATED ALWAYS AS (chunk_settings_hash(chunk_template, metadata_parameters)) STORED,
  first_settings_hash text,
  uses_document_metadata boolean GENERATED ALWAYS AS (COALESCE(chunk_template, ''::text) ~ 'document\s*(\.\s*metadata|\[|-?%\})'::text) STORED,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  legacy_encoding text,
  access text NOT NULL DEFAULT 'organization'::text,
  known boolean NOT NULL DEFAULT false,
  fence_key text,
  moved_documents text,
  keep_versions integer NOT NULL DEFAULT 5,
  keep_versions_days integer NOT NULL DEFAULT 30,
  CONSTRAINT datasets_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT datasets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT datasets_access_check CHECK (access = ANY (ARRAY['organization'::text, 'named'::text])),
  CONSTRAINT datasets_keep_versions_check CHECK (keep_versions >= 0 AND keep_versions <= 100),
  CONSTRAINT datasets_keep_versions_days_check CHECK (keep_versions_days >= 1 AND keep_versions_days <= 3650),
  CONSTRAINT datasets_moved_documents_check CHECK (moved_documents = ANY (ARRAY['keep'::text, 'follow'::text]))
);

ALTER TABLE datasets REPLICA IDENTITY USING INDEX datasets_organization_id_id_key;

CREATE INDEX datasets_fenced ON datasets (organization_id) WHERE fence_key IS NOT NULL;
CREATE INDEX datasets_named ON datasets (organization_id) WHERE access = 'named'::text;

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, id, access, fence_key ON datasets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');
CREATE TRIGGER create_counts AFTER INSERT ON datasets FOR EACH ROW EXECUTE FUNCTION create_dataset_counts();

ALTER TABLE datasets ENABLE ROW LEVEL SECURITY;
ALTER TABLE datasets FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON datasets TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON datasets TO carrel_tenant USING (organization_id = current_organization_id() AND removed_at IS NULL AND is_reachable(id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(id));

GRANT DELETE, INSERT, SELECT, UPDATE ON datasets TO carrel_tenant;

-- document_blocks

CREATE TABLE document_blocks (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  blocks jsonb NOT NULL,
  CONSTRAINT document_blocks_pkey PRIMARY KEY (organization_id, document_id),
  CONSTRAINT document_blocks_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE document_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_blocks TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_blocks TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON document_blocks TO carrel_tenant;

-- document_downloads

CREATE TABLE document_downloads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  account_id uuid NOT NULL,
  selections jsonb NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT document_downloads_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT document_downloads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT document_downloads_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX document_downloads_by_account ON document_downloads (account_id);
CREATE INDEX document_downloads_by_dataset ON document_downloads (organization_id, dataset_id);

ALTER TABLE document_downloads ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_downloads FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_downloads TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_downloads TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON document_downloads TO carrel_tenant;

-- document_move_entries

CREATE TABLE document_move_entries (
  organization_id uuid NOT NULL,
  move_id uuid NOT NULL,
  from_path text COLLATE "C" NOT NULL,
  to_path text COLLATE "C" NOT NULL,
  document_id uuid,
  state text NOT NULL DEFAULT 'waiting'::text,
  CONSTRAINT document_move_entries_pkey PRIMARY KEY (organization_id, move_id, from_path),
  CONSTRAINT document_move_entries_organization_id_move_id_fkey FOREIGN KEY (organization_id, move_id) REFERENCES document_moves(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT document_move_entries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'moved'::text, 'skipped'::text, 'undone'::text, 'kept'::text]))
);

CREATE INDEX document_move_entries_by_state ON document_move_entries (organization_id, move_id, state, from_path);
CREATE INDEX document_move_entries_waiting ON document_move_entries (organization_id, document_id) WHERE state = 'waiting'::text;

ALTER TABLE document_move_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_move_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_move_entries TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_move_entries TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON document_move_entries TO carrel_tenant;

-- document_moves

CREATE TABLE document_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  taken text NOT NULL,
  ready boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  undone_at timestamp with time zone,
  CONSTRAINT document_moves_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT document_moves_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT document_moves_taken_check CHECK (taken = ANY (ARRAY['skip'::text, 'number'::text]))
);

CREATE INDEX document_moves_by_dataset ON document_moves (organization_id, dataset_id);

ALTER TABLE document_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_moves TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_moves TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON document_moves TO carrel_tenant;

-- document_signatures

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
  CONSTRAINT document_signatures_pkey PRIMARY KEY (organization_id, document_id),
  CONSTRAINT document_signatures_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE document_signatures ALTER COLUMN sketch SET STORAGE EXTERNAL;

CREATE INDEX document_signatures_by_band ON document_signatures USING gin (indexed_bands) WHERE indexed_bands IS NOT NULL;
CREATE INDEX document_signatures_by_bytes ON document_signatures (organization_id, dataset_id, sha256);
CREATE INDEX document_signatures_by_text ON document_signatures (organization_id, dataset_id, text_hash, sha256) WHERE text_hash IS NOT NULL;
CREATE INDEX document_signatures_to_compare ON document_signatures (organization_id, document_id) WHERE NOT compared;

ALTER TABLE document_signatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_signatures TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_signatures TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON document_signatures TO carrel_tenant;

-- document_version_texts

CREATE TABLE document_version_texts (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  packed bytea,
  blocks jsonb,
  CONSTRAINT document_version_texts_pkey PRIMARY KEY (organization_id, document_id, number),
  CONSTRAINT document_version_texts_organization_id_document_id_number_fkey FOREIGN KEY (organization_id, document_id, number) REFERENCES document_versions(organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE document_version_texts ALTER COLUMN packed SET STORAGE EXTERNAL;

ALTER TABLE document_version_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_version_texts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_version_texts TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_version_texts TO carrel_tenant USING (organization_id = current_organization_id() AND (EXISTS ( SELECT FROM document_versions v WHERE v.organization_id = document_version_texts.organization_id AND v.document_id = document_version_texts.document_id AND v.number = document_version_texts.number))) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON document_version_texts TO carrel_tenant;

-- document_versions

CREATE TABLE document_versions (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  number integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  status text NOT NULL,
  chunk_attempt uuid,
  received_at timestamp with time zone NOT NULL,
  received_from text,
  replaced_at timestamp with time zone NOT NULL DEFAULT now(),
  replaced_by text,
  expires_at timestamp with time zone NOT NULL,
  file uuid,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  read_metadata jsonb,
  omitted jsonb,
  CONSTRAINT document_versions_pkey PRIMARY KEY (organization_id, document_id, number),
  CONSTRAINT document_versions_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX document_versions_by_file ON document_versions (file) WHERE file IS NOT NULL;
CREATE INDEX document_versions_expiring ON document_versions (expires_at);

ALTER TABLE document_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON document_versions TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON document_versions TO carrel_tenant USING (organization_id = current_organization_id() AND (EXISTS ( SELECT FROM documents d WHERE d.organization_id = document_versions.organization_id AND d.id = document_versions.document_id AND is_document_reachable(d.organization_id, d.dataset_id, d.path, document_versions.status, d.container_id, document_versions.read_metadata, d.edited_metadata, document_versions.omitted)))) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON document_versions TO carrel_tenant;

-- documents

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
  status text NOT NULL DEFAULT 'ingested'::text,
  error text,
  attempt uuid,
  archive_id uuid,
  data_offset bigint,
  compressed_size bigint,
  method smallint,
  crc32 bigint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  bytes_key uuid,
  chunk_attempt uuid,
  history jsonb NOT NULL DEFAULT '[]'::jsonb,
  settings_hash text,
  reprocessing boolean NOT NULL DEFAULT false,
  removed_at timestamp with time zone,
  removal uuid,
  read_metadata jsonb,
  edited_metadata jsonb,
  turn uuid,
  ocr jsonb,
  ocr_left integer NOT NULL DEFAULT 0,
  container_id uuid,
  to_unpack boolean NOT NULL DEFAULT false,
  reader integer NOT NULL DEFAULT 0,
  omitted jsonb,
  origin_path text COLLATE "C",
  version integer NOT NULL DEFAULT 1,
  off_chunks integer[],
  source_id uuid,
  source_key text COLLATE "C",
  source_url text,
  source_metadata jsonb,
  CONSTRAINT documents_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT documents_path_once UNIQUE (organization_id, dataset_id, path),
  CONSTRAINT documents_organization_id_archive_id_fkey FOREIGN KEY (organization_id, archive_id) REFERENCES archives(organization_id, id) ON DELETE SET NULL (archive_id),
  CONSTRAINT documents_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT documents_status_check CHECK (status = ANY (ARRAY['ingested'::text, 'partitioned'::text, 'partitioning_error'::text, 'chunked'::text, 'chunking_error'::text, 'embedded'::text, 'embedding_error'::text]))
) WITH (fillfactor=50);

ALTER TABLE documents REPLICA IDENTITY USING INDEX documents_organization_id_id_key;

CREATE INDEX documents_by_archive ON documents (archive_id, status);
CREATE INDEX documents_by_container ON documents (container_id, path) WHERE container_id IS NOT NULL;
CREATE INDEX documents_by_file ON documents (bytes_key) WHERE bytes_key IS NOT NULL;
CREATE INDEX documents_by_origin ON documents (organization_id, dataset_id, origin_path) WHERE origin_path IS NOT NULL;
CREATE INDEX documents_by_reader ON documents (organization_id, dataset_id, reader) WHERE chunk_attempt IS NOT NULL AND NOT reprocessing;
CREATE INDEX documents_by_source ON documents (organization_id, source_id, source_key) WHERE source_id IS NOT NULL;
CREATE INDEX documents_by_status ON documents (organization_id, dataset_id, status, path);
CREATE INDEX documents_for_ocr ON documents (organization_id, ocr_left, id) WHERE ocr_left > 0;
CREATE INDEX documents_in_order ON documents (organization_id, dataset_id, folder, sort_name, name);
CREATE INDEX documents_in_work ON documents (organization_id, dataset_id, (
CASE
    WHEN archive_id IS NULL THEN dataset_id
    ELSE archive_id
END)) WHERE status = ANY (ARRAY['ingested'::text, 'partitioned'::text, 'chunked'::text]);
CREATE INDEX documents_of_archive_to_unpack ON documents (archive_id) WHERE to_unpack;
CREATE INDEX documents_removed ON documents (dataset_id, removal) WHERE removed_at IS NOT NULL;
CREATE INDEX documents_reprocessing ON documents (organization_id, dataset_id) WHERE reprocessing;
CREATE INDEX documents_to_process ON documents (organization_id, dataset_id, (
CASE
    WHEN archive_id IS NULL THEN dataset_id
    ELSE archive_id
END)) WHERE (status = ANY (ARRAY['ingested'::text, 'partitioned'::text, 'chunked'::text])) AND ocr_left = 0;
CREATE INDEX documents_to_unpack ON documents (organization_id, dataset_id, archive_id, path) WHERE to_unpack;
CREATE INDEX documents_unindexed ON documents (organization_id, id) WHERE chunk_attempt IS NULL AND (status = ANY (ARRAY['chunked'::text, 'embedded'::text, 'embedding_error'::text]));

ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON documents TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON documents TO carrel_tenant USING (organization_id = current_organization_id() AND removed_at IS NULL AND is_document_reachable(organization_id, dataset_id, path, status, container_id, read_metadata, edited_metadata, omitted)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON documents TO carrel_tenant;

-- domain_codes

CREATE TABLE domain_codes (
  organization_id uuid NOT NULL,
  domain_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT domain_codes_pkey PRIMARY KEY (organization_id, domain_id),
  CONSTRAINT domain_codes_organization_id_domain_id_fkey FOREIGN KEY (organization_id, domain_id) REFERENCES organization_domains(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE domain_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE domain_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON domain_codes TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON domain_codes TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON domain_codes TO carrel_tenant;

-- duplicate_dismissals

CREATE TABLE duplicate_dismissals (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  hash bytea NOT NULL,
  dismissed_by uuid,
  dismissed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT duplicate_dismissals_pkey PRIMARY KEY (organization_id, group_id, document_id),
  CONSTRAINT duplicate_dismissals_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES accounts(id) ON DELETE SET NULL,
  CONSTRAINT duplicate_dismissals_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT duplicate_dismissals_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES duplicate_groups(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX duplicate_dismissals_by_account ON duplicate_dismissals (dismissed_by);
CREATE INDEX duplicate_dismissals_by_document ON duplicate_dismissals (organization_id, document_id);

ALTER TABLE duplicate_dismissals ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_dismissals FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON duplicate_dismissals TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON duplicate_dismissals TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON duplicate_dismissals TO carrel_tenant;

-- duplicate_groups

CREATE TABLE duplicate_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  kind text NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT duplicate_groups_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT duplicate_groups_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT duplicate_groups_kind_check CHECK (kind = ANY (ARRAY['equal'::text, 'equal_text'::text, 'nearly_equal'::text]))
);

CREATE INDEX duplicate_groups_in_order ON duplicate_groups (organization_id, dataset_id, kind, found_at DESC, id DESC);

ALTER TABLE duplicate_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON duplicate_groups TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON duplicate_groups TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON duplicate_groups TO carrel_tenant;

-- duplicate_hashes

CREATE TABLE duplicate_hashes (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  kind text NOT NULL,
  hash bytea NOT NULL,
  group_id uuid NOT NULL,
  CONSTRAINT duplicate_hashes_pkey PRIMARY KEY (organization_id, dataset_id, kind, hash),
  CONSTRAINT duplicate_hashes_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES duplicate_groups(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX duplicate_hashes_by_group ON duplicate_hashes (organization_id, group_id);

ALTER TABLE duplicate_hashes ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_hashes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON duplicate_hashes TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON duplicate_hashes TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON duplicate_hashes TO carrel_tenant;

-- embedding_models

CREATE TABLE embedding_models (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  version text NOT NULL,
  requested_dimensions integer NOT NULL,
  passage_prefix text NOT NULL,
  query_prefix text NOT NULL,
  dimensions integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  chosen_at timestamp with time zone,
  CONSTRAINT embedding_models_pkey PRIMARY KEY (id),
  CONSTRAINT embedding_models_name_version_requested_dimensions_passage__key UNIQUE (name, version, requested_dimensions, passage_prefix)
);

GRANT SELECT ON embedding_models TO carrel_tenant;

-- folders

CREATE TABLE folders (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  parent text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  document_count integer NOT NULL DEFAULT 0,
  failed_count integer NOT NULL DEFAULT 0,
  made_at timestamp with time zone,
  unmade_by uuid,
  CONSTRAINT folders_pkey PRIMARY KEY (organization_id, dataset_id, path),
  CONSTRAINT folders_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX folders_in_order ON folders (organization_id, dataset_id, parent, sort_name, name);
CREATE INDEX folders_made ON folders (organization_id, dataset_id, path) WHERE made_at IS NOT NULL;
CREATE INDEX folders_unmade ON folders (organization_id, dataset_id, unmade_by) WHERE unmade_by IS NOT NULL;

ALTER TABLE folders ENABLE ROW LEVEL SECURITY;
ALTER TABLE folders FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON folders TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON folders TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON folders TO carrel_tenant;

-- former_member_domains

CREATE TABLE former_member_domains (
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  domain text NOT NULL,
  CONSTRAINT former_member_domains_pkey PRIMARY KEY (organization_id, account_id, domain),
  CONSTRAINT former_member_domains_organization_id_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES memberships(organization_id, account_id) ON DELETE CASCADE
);

ALTER TABLE former_member_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE former_member_domains FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON former_member_domains TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON former_member_domains TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

-- idempotency_keys

CREATE TABLE idempotency_keys (
  organization_id uuid,
  caller_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  body jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_key UNIQUE NULLS NOT DISTINCT (organization_id, caller_id, key_hash),
  CONSTRAINT idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON idempotency_keys TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON idempotency_keys TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO carrel_tenant;

-- identity_providers

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
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT identity_providers_pkey PRIMARY KEY (organization_id),
  CONSTRAINT identity_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT identity_providers_check CHECK (enabled OR NOT enforced),
  CONSTRAINT identity_providers_default_role_check CHECK (default_role = ANY (ARRAY['Admin'::text, 'Editor'::text, 'Viewer'::text]))
);

ALTER TABLE identity_providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_providers FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON identity_providers TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON identity_providers TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON identity_providers TO carrel_tenant;

-- invitations

CREATE TABLE invitations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  role_id uuid NOT NULL,
  invited_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  renewed_at timestamp with time zone NOT NULL DEFAULT now(),
  guest_of uuid,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_once_an_address UNIQUE (organization_id, address_key),
  CONSTRAINT invitations_guest_of FOREIGN KEY (organization_id, guest_of) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES accounts(id) ON DELETE SET NULL,
  CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT invitations_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX invitations_guests ON invitations (organization_id, guest_of) WHERE guest_of IS NOT NULL;

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON invitations TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON invitations TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO carrel_tenant;

-- jobs

CREATE TABLE jobs (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  organization_id uuid NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

CREATE INDEX jobs_claimed ON jobs (claimed_until) WHERE claimed_by IS NOT NULL;
CREATE INDEX jobs_waiting ON jobs (name, organization_id, due_at, number) WHERE claimed_by IS NULL;

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON jobs TO postgres USING (true) WITH CHECK (true);
CREATE POLICY server ON jobs FOR INSERT TO carrel_tenant WITH CHECK (organization_id = '00000000-0000-0000-0000-000000000000'::uuid);
CREATE POLICY tenant ON jobs TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT INSERT ON jobs TO carrel_tenant;

-- known_browsers

CREATE TABLE known_browsers (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT known_browsers_pkey PRIMARY KEY (account_id, hash),
  CONSTRAINT known_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE INDEX known_browsers_by_use ON known_browsers (used_at);

-- link_tokens

CREATE TABLE link_tokens (
  purpose text NOT NULL,
  subject uuid NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT link_tokens_pkey PRIMARY KEY (purpose, subject),
  CONSTRAINT link_tokens_hash_key UNIQUE (hash)
);

CREATE INDEX link_tokens_by_expiry ON link_tokens (expires_at);

-- member_group_members

CREATE TABLE member_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT member_group_members_pkey PRIMARY KEY (organization_id, group_id, account_id),
  CONSTRAINT member_group_members_organization_id_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES memberships(organization_id, account_id) ON DELETE CASCADE,
  CONSTRAINT member_group_members_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES member_groups(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX member_group_members_by_account ON member_group_members (organization_id, account_id);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE ON member_group_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE member_group_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE member_group_members FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON member_group_members TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON member_group_members TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON member_group_members TO carrel_tenant;

-- member_groups

CREATE TABLE member_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  name_key text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT member_groups_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT member_groups_name_once UNIQUE (organization_id, name_key),
  CONSTRAINT member_groups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, id, name, name_key ON member_groups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE member_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE member_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON member_groups TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON member_groups TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON member_groups TO carrel_tenant;

-- memberships

CREATE TABLE memberships (
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  guest_of uuid,
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, account_id),
  CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT memberships_guest_of FOREIGN KEY (organization_id, guest_of) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_organization_id_role_id_fkey FOREIGN KEY (organization_id, role_id) REFERENCES roles(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX memberships_by_account ON memberships (account_id);
CREATE INDEX memberships_guests ON memberships (organization_id, guest_of) WHERE guest_of IS NOT NULL;

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, account_id, role_id, guest_of ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON memberships TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON memberships TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON memberships TO carrel_tenant;

-- migrations

CREATE TABLE migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

-- oauth_clients

CREATE TABLE oauth_clients (
  id uuid NOT NULL,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone,
  CONSTRAINT oauth_clients_pkey PRIMARY KEY (id)
);

CREATE INDEX oauth_clients_by_creation ON oauth_clients (created_at);

GRANT SELECT ON oauth_clients TO carrel_tenant;

-- oauth_grants

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
  redeemed_at timestamp with time zone,
  access_hash bytea,
  access_expires_at timestamp with time zone,
  refresh_family bytea,
  refresh_hash bytea,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT oauth_grants_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT oauth_grants_access_hash_key UNIQUE (access_hash),
  CONSTRAINT oauth_grants_code_hash_key UNIQUE (code_hash),
  CONSTRAINT oauth_grants_refresh_family_key UNIQUE (refresh_family),
  CONSTRAINT oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_organization_id_account_id_fkey FOREIGN KEY (organization_id, account_id) REFERENCES memberships(organization_id, account_id) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);
CREATE INDEX oauth_grants_by_member ON oauth_grants (organization_id, account_id);
CREATE INDEX oauth_grants_by_workspace ON oauth_grants (organization_id, workspace_id);

ALTER TABLE oauth_grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_grants FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON oauth_grants TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON oauth_grants TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON oauth_grants TO carrel_tenant;

-- ocr_pages

CREATE TABLE ocr_pages (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  page integer NOT NULL,
  pages integer NOT NULL DEFAULT 1,
  state text NOT NULL,
  blocks jsonb NOT NULL DEFAULT '[]'::jsonb,
  error text,
  ms integer NOT NULL DEFAULT 0,
  CONSTRAINT ocr_pages_pkey PRIMARY KEY (organization_id, document_id, page),
  CONSTRAINT ocr_pages_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ocr_pages_state_check CHECK (state = ANY (ARRAY['text'::text, 'waiting'::text, 'read'::text, 'unread'::text]))
);

ALTER TABLE ocr_pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE ocr_pages FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON ocr_pages TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON ocr_pages TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON ocr_pages TO carrel_tenant;

-- organization_domains

CREATE TABLE organization_domains (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain text NOT NULL,
  token text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  verified_at timestamp with time zone,
  verified_by text,
  CONSTRAINT organization_domains_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_domains_organization_id_domain_key UNIQUE (organization_id, domain),
  CONSTRAINT organization_domains_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_domains_check CHECK ((verified_at IS NULL) = (verified_by IS NULL)),
  CONSTRAINT organization_domains_domain_check CHECK (domain = lower(domain)),
  CONSTRAINT organization_domains_verified_by_check CHECK (verified_by = ANY (ARRAY['dns'::text, 'mail'::text]))
);

CREATE UNIQUE INDEX organization_domains_verified ON organization_domains (domain) WHERE verified_at IS NOT NULL;

ALTER TABLE organization_domains ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_domains FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON organization_domains TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON organization_domains TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON organization_domains TO carrel_tenant;

-- organization_jobs

CREATE TABLE organization_jobs (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  organization_id uuid NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  turn uuid,
  CONSTRAINT organization_jobs_pkey PRIMARY KEY (id)
);

CREATE INDEX organization_jobs_in_order ON organization_jobs (organization_id, due_at);

ALTER TABLE organization_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON organization_jobs TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON organization_jobs TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT INSERT ON organization_jobs TO carrel_tenant;

-- organization_quotas

CREATE TABLE organization_quotas (
  organization_id uuid NOT NULL,
  documents bigint,
  bytes bigint,
  members bigint,
  datasets bigint,
  share integer NOT NULL DEFAULT 1,
  guests bigint,
  CONSTRAINT organization_quotas_pkey PRIMARY KEY (organization_id),
  CONSTRAINT organization_quotas_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_quotas_bytes_check CHECK (bytes >= '-1'::integer),
  CONSTRAINT organization_quotas_datasets_check CHECK (datasets >= '-1'::integer),
  CONSTRAINT organization_quotas_documents_check CHECK (documents >= '-1'::integer),
  CONSTRAINT organization_quotas_members_check CHECK (members >= '-1'::integer),
  CONSTRAINT organization_quotas_share_check CHECK (share >= 1 AND share <= 100)
);

ALTER TABLE organization_quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON organization_quotas TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON organization_quotas TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT SELECT ON organization_quotas TO carrel_tenant;

-- organizations

CREATE TABLE organizations (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  search_log boolean NOT NULL DEFAULT true,
  provisioned_role text NOT NULL DEFAULT 'Viewer'::text,
  admins_take_access boolean NOT NULL DEFAULT false,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_provisioned_role_check CHECK (provisioned_role = ANY (ARRAY['Admin'::text, 'Editor'::text, 'Viewer'::text]))
);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF admins_take_access ON organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('id');
CREATE TRIGGER organization_deleted AFTER UPDATE OF deleted_at ON organizations FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION organization_deleted();

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON organizations TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON organizations TO carrel_tenant USING (id = current_organization_id()) WITH CHECK (id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON organizations TO carrel_tenant;

-- original_contents

CREATE TABLE original_contents (
  organization_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  key uuid NOT NULL,
  data_offset bigint NOT NULL,
  compressed_size bigint NOT NULL,
  method smallint NOT NULL,
  CONSTRAINT original_contents_pkey PRIMARY KEY (organization_id, sha256),
  CONSTRAINT original_contents_key_fkey FOREIGN KEY (organization_id, key) REFERENCES original_files(organization_id, key) ON DELETE CASCADE,
  CONSTRAINT original_contents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE INDEX original_contents_by_file ON original_contents (key);

ALTER TABLE original_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE original_contents FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON original_contents TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON original_contents TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON original_contents TO carrel_tenant;

-- original_files

CREATE TABLE original_files (
  organization_id uuid NOT NULL,
  key uuid NOT NULL,
  size bigint NOT NULL,
  sha256 bytea,
  stale boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  indexed boolean NOT NULL DEFAULT false,
  CONSTRAINT original_files_pkey PRIMARY KEY (organization_id, key),
  CONSTRAINT original_files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE INDEX original_files_by_organization ON original_files (organization_id) INCLUDE (size);
CREATE INDEX original_files_unswept ON original_files (organization_id) WHERE stale OR NOT indexed;

ALTER TABLE original_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE original_files FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON original_files TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON original_files TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON original_files TO carrel_tenant;

-- outbox

CREATE TABLE outbox (
  id uuid NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  reference uuid,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  occasion jsonb,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);

CREATE INDEX outbox_by_address ON outbox (address, kind, created_at);
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;

GRANT INSERT ON outbox TO carrel_tenant;

-- passkey_challenges

CREATE TABLE passkey_challenges (
  hash bytea NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (hash),
  CONSTRAINT passkey_challenges_session_id_purpose_key UNIQUE (session_id, purpose),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT passkey_challenges_check CHECK ((purpose = 'sign-in'::text) = (session_id IS NULL)),
  CONSTRAINT passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['registration'::text, 'sign-in'::text, 'reauthentication'::text]))
);

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- passkeys

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
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_device_type_check CHECK (device_type = ANY (ARRAY['singleDevice'::text, 'multiDevice'::text]))
);

CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- pending_sign_ins

CREATE TABLE pending_sign_ins (
  hash bytea NOT NULL,
  account_id uuid NOT NULL,
  address_key text NOT NULL,
  password_hash text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (hash),
  CONSTRAINT pending_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (account_id, created_at);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- rate_limits

CREATE UNLOGGED TABLE rate_limits (
  key bytea NOT NULL,
  count integer NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  under_way integer NOT NULL DEFAULT 0,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_limits_by_end ON rate_limits (window_ends_at);

-- reauthentication_codes

CREATE TABLE reauthentication_codes (
  session_id uuid NOT NULL,
  email_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT reauthentication_codes_pkey PRIMARY KEY (session_id, email_id),
  CONSTRAINT reauthentication_codes_email_id_fkey FOREIGN KEY (email_id) REFERENCES account_emails(id) ON DELETE CASCADE,
  CONSTRAINT reauthentication_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX reauthentication_codes_by_email ON reauthentication_codes (email_id);

-- recovery_codes

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

-- roles

CREATE TABLE roles (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  name text NOT NULL,
  rank integer NOT NULL,
  CONSTRAINT roles_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT roles_organization_id_rank_key UNIQUE (organization_id, rank),
  CONSTRAINT roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

ALTER TABLE roles REPLICA IDENTITY USING INDEX roles_organization_id_id_key;

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, id, rank ON roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE roles ENABLE ROW LEVEL SECURITY;
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON roles TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON roles TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON roles TO carrel_tenant;

-- scim_group_members

CREATE TABLE scim_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT scim_group_members_pkey PRIMARY KEY (organization_id, group_id, user_id),
  CONSTRAINT scim_group_members_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT scim_group_members_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES scim_users(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX scim_group_members_by_user ON scim_group_members (organization_id, user_id);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE ON scim_group_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_group_members FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON scim_group_members TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON scim_group_members TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON scim_group_members TO carrel_tenant;

-- scim_groups

CREATE TABLE scim_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  display_name text NOT NULL,
  display_name_key text NOT NULL,
  external_id text,
  role text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT scim_groups_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_groups_name_once UNIQUE (organization_id, display_name_key),
  CONSTRAINT scim_groups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT scim_groups_role_check CHECK (role = ANY (ARRAY['Admin'::text, 'Editor'::text, 'Viewer'::text]))
);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, id, display_name, display_name_key ON scim_groups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON scim_groups TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON scim_groups TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON scim_groups TO carrel_tenant;

-- scim_users

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
  emails jsonb NOT NULL DEFAULT '[]'::jsonb,
  email_keys text[] NOT NULL DEFAULT '{}'::text[],
  address_key text,
  account_id uuid,
  invitation_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  domain text,
  CONSTRAINT scim_users_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_users_account_once UNIQUE (organization_id, account_id),
  CONSTRAINT scim_users_name_once UNIQUE (organization_id, user_name_key),
  CONSTRAINT scim_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  CONSTRAINT scim_users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE INDEX scim_users_by_account ON scim_users (account_id);
CREATE INDEX scim_users_by_address ON scim_users (organization_id, address_key);
CREATE INDEX scim_users_by_email ON scim_users USING gin (email_keys);
CREATE INDEX scim_users_by_external_id ON scim_users (organization_id, external_id);
CREATE INDEX scim_users_by_time ON scim_users (organization_id, created_at, id);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, id, account_id, active ON scim_users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_users FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON scim_users TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON scim_users TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON scim_users TO carrel_tenant;

-- search_blocks

CREATE TABLE search_blocks (
  organization_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  number integer NOT NULL,
  block bytea NOT NULL,
  CONSTRAINT search_blocks_pkey PRIMARY KEY (organization_id, segment_id, number),
  CONSTRAINT search_blocks_organization_id_segment_id_fkey FOREIGN KEY (organization_id, segment_id) REFERENCES search_segments(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE search_blocks ALTER COLUMN block SET STORAGE EXTERNAL;

ALTER TABLE search_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON search_blocks TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON search_blocks TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON search_blocks TO carrel_tenant;

-- search_days

CREATE TABLE search_days (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  searches integer NOT NULL,
  without_results integer NOT NULL,
  times integer[] NOT NULL,
  by_mcp integer NOT NULL DEFAULT 0,
  CONSTRAINT search_days_pkey PRIMARY KEY (organization_id, workspace_id, day),
  CONSTRAINT search_days_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX search_days_by_day ON search_days (day);

ALTER TABLE search_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_days FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON search_days TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON search_days TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(workspace_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(workspace_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON search_days TO carrel_tenant;

-- search_parts

CREATE TABLE search_parts (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  attempt uuid NOT NULL,
  part bytea NOT NULL,
  CONSTRAINT search_parts_pkey PRIMARY KEY (organization_id, document_id),
  CONSTRAINT search_parts_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE search_parts ALTER COLUMN part SET STORAGE EXTERNAL;

CREATE INDEX search_parts_by_dataset ON search_parts (organization_id, dataset_id, document_id, attempt);

ALTER TABLE search_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON search_parts TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON search_parts TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON search_parts TO carrel_tenant;

-- search_segments

CREATE TABLE search_segments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  documents integer NOT NULL,
  chunks integer NOT NULL,
  bytes bigint NOT NULL,
  header bytea NOT NULL,
  ready boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_segments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT search_segments_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE search_segments ALTER COLUMN header SET STORAGE EXTERNAL;

CREATE INDEX search_segments_by_dataset ON search_segments (organization_id, dataset_id);

ALTER TABLE search_segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_segments FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON search_segments TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON search_segments TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON search_segments TO carrel_tenant;

-- secrets

CREATE TABLE secrets (
  name text NOT NULL,
  value bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT secrets_pkey PRIMARY KEY (name)
);

-- sessions

CREATE TABLE sessions (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  family_hash bytea NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  rotated_at timestamp with time zone NOT NULL DEFAULT now(),
  access_hash bytea NOT NULL,
  access_expires_at timestamp with time zone NOT NULL,
  previous_access_hash bytea,
  user_agent text,
  client_ip text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone NOT NULL DEFAULT now(),
  methods text[] NOT NULL DEFAULT '{password}'::text[],
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  idle_gap interval NOT NULL DEFAULT '00:00:00'::interval,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- sign_in_approvals

CREATE TABLE sign_in_approvals (
  id uuid NOT NULL,
  device_hash bytea NOT NULL,
  user_code text NOT NULL,
  client_name text NOT NULL,
  client_ip text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  approved boolean,
  session_id uuid,
  CONSTRAINT sign_in_approvals_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_approvals_device_hash_key UNIQUE (device_hash),
  CONSTRAINT sign_in_approvals_user_code_key UNIQUE (user_code),
  CONSTRAINT sign_in_approvals_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_approvals_check CHECK (approved IS NOT TRUE OR session_id IS NOT NULL)
);

CREATE INDEX sign_in_approvals_by_expiry ON sign_in_approvals (expires_at);
CREATE INDEX sign_in_approvals_by_session ON sign_in_approvals (session_id);

-- sign_in_policies

CREATE TABLE sign_in_policies (
  organization_id uuid NOT NULL,
  second_factor_from timestamp with time zone,
  allowed_methods text[],
  idle_minutes integer,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sign_in_policies_pkey PRIMARY KEY (organization_id),
  CONSTRAINT sign_in_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_policies_allowed_methods_check CHECK (allowed_methods <@ '{password,passkey,sso}'::text[] AND allowed_methods <> '{}'::text[]),
  CONSTRAINT sign_in_policies_idle_minutes_check CHECK (idle_minutes > 0)
);

ALTER TABLE sign_in_policies ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_policies FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sign_in_policies TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON sign_in_policies TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_policies TO carrel_tenant;

-- signature_backlog

CREATE TABLE signature_backlog (
  organization_id uuid NOT NULL,
  after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  CONSTRAINT signature_backlog_pkey PRIMARY KEY (organization_id),
  CONSTRAINT signature_backlog_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

ALTER TABLE signature_backlog ENABLE ROW LEVEL SECURITY;
ALTER TABLE signature_backlog FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON signature_backlog TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON signature_backlog TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON signature_backlog TO carrel_tenant;

-- source_connections

CREATE TABLE source_connections (
  organization_id uuid NOT NULL,
  state_hash bytea NOT NULL,
  source_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  account_id uuid NOT NULL,
  verifier bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT source_connections_pkey PRIMARY KEY (organization_id, state_hash),
  CONSTRAINT source_connections_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX source_connections_by_source ON source_connections (organization_id, source_id);
CREATE UNIQUE INDEX source_connections_by_state ON source_connections (state_hash);

ALTER TABLE source_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON source_connections TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON source_connections TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON source_connections TO carrel_tenant;

-- source_objects

CREATE TABLE source_objects (
  organization_id uuid NOT NULL,
  source_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  listed_path text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  token text NOT NULL,
  merged_token text,
  merged_path text COLLATE "C",
  size bigint,
  url text,
  metadata jsonb,
  seen integer NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  outcome text,
  reason text,
  archive_id uuid,
  sent_path text COLLATE "C",
  content bytea,
  CONSTRAINT source_objects_pkey PRIMARY KEY (organization_id, source_id, key),
  CONSTRAINT source_objects_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX source_objects_by_archive ON source_objects (organization_id, archive_id, sent_path) WHERE archive_id IS NOT NULL;
CREATE INDEX source_objects_by_path ON source_objects (organization_id, source_id, path);
CREATE INDEX source_objects_in_work ON source_objects (organization_id, source_id, state, key) WHERE state <> 'current'::text;

ALTER TABLE source_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON source_objects TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON source_objects TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON source_objects TO carrel_tenant;

-- source_runs

CREATE TABLE source_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  source_id uuid NOT NULL,
  number integer NOT NULL,
  state text NOT NULL DEFAULT 'listing'::text,
  started_by text NOT NULL,
  waiting_for text,
  attempt uuid,
  everything boolean NOT NULL DEFAULT false,
  cursor text,
  is_delta boolean NOT NULL DEFAULT false,
  note text,
  change_token text,
  listed bigint NOT NULL DEFAULT 0,
  left_out bigint NOT NULL DEFAULT 0,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  moved bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0,
  unchanged bigint NOT NULL DEFAULT 0,
  read bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  error_code text,
  error text,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT source_runs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT source_runs_organization_id_source_id_number_key UNIQUE (organization_id, source_id, number),
  CONSTRAINT source_runs_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES sources(organization_id, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX source_runs_open ON source_runs (organization_id, source_id) WHERE ended_at IS NULL;

ALTER TABLE source_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON source_runs TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON source_runs TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON source_runs TO carrel_tenant;

-- sources

CREATE TABLE sources (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  place jsonb NOT NULL,
  secret bytea,
  tokens bytea,
  tokens_held_until timestamp with time zone,
  account text,
  folder text COLLATE "C" NOT NULL,
  include text[] NOT NULL,
  exclude text[] NOT NULL,
  size_max bigint,
  every_minutes integer,
  gone text NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  next_run_at timestamp with time zone,
  failed_runs integer NOT NULL DEFAULT 0,
  change_token text,
  approved boolean NOT NULL DEFAULT false,
  runs integer NOT NULL DEFAULT 0,
  objects bigint NOT NULL DEFAULT 0,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  CONSTRAINT sources_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT sources_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX sources_by_dataset ON sources (organization_id, dataset_id);
CREATE INDEX sources_due ON sources (next_run_at) WHERE next_run_at IS NOT NULL AND NOT paused;

ALTER TABLE sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE sources FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sources TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON sources TO carrel_tenant USING (organization_id = current_organization_id() AND deleted_at IS NULL AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON sources TO carrel_tenant;

-- sso_logout_tokens

CREATE TABLE sso_logout_tokens (
  organization_id uuid NOT NULL,
  jti_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sso_logout_tokens_pkey PRIMARY KEY (organization_id, jti_hash),
  CONSTRAINT sso_logout_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES identity_providers(organization_id) ON DELETE CASCADE
);

ALTER TABLE sso_logout_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_logout_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sso_logout_tokens TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON sso_logout_tokens TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

-- sso_pending_links

CREATE TABLE sso_pending_links (
  browser_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  revision uuid NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  address text NOT NULL,
  role text NOT NULL,
  return_path text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sso_pending_links_pkey PRIMARY KEY (browser_hash),
  CONSTRAINT sso_pending_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT sso_pending_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES identity_providers(organization_id) ON DELETE CASCADE
);

CREATE INDEX sso_pending_links_by_account ON sso_pending_links (account_id);
CREATE INDEX sso_pending_links_by_organization ON sso_pending_links (organization_id);

ALTER TABLE sso_pending_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_pending_links FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sso_pending_links TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON sso_pending_links TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

-- sso_sessions

CREATE TABLE sso_sessions (
  session_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  sid text,
  vouched_at timestamp with time zone NOT NULL DEFAULT to_timestamp(0::double precision),
  idle_gap interval NOT NULL DEFAULT '00:00:00'::interval,
  CONSTRAINT sso_sessions_pkey PRIMARY KEY (session_id),
  CONSTRAINT sso_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT sso_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX sso_sessions_by_organization ON sso_sessions (organization_id);
CREATE INDEX sso_sessions_by_sid ON sso_sessions (organization_id, issuer, sid);
CREATE INDEX sso_sessions_by_subject ON sso_sessions (organization_id, issuer, subject);

ALTER TABLE sso_sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sso_sessions TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON sso_sessions TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

-- sso_sign_ins

CREATE TABLE sso_sign_ins (
  state_hash bytea NOT NULL,
  organization_id uuid NOT NULL,
  revision uuid NOT NULL,
  browser_hash bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text NOT NULL,
  session_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sso_sign_ins_pkey PRIMARY KEY (state_hash),
  CONSTRAINT sso_sign_ins_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES identity_providers(organization_id) ON DELETE CASCADE,
  CONSTRAINT sso_sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE INDEX sso_sign_ins_by_organization ON sso_sign_ins (organization_id);
CREATE INDEX sso_sign_ins_by_session ON sso_sign_ins (session_id);

ALTER TABLE sso_sign_ins ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_sign_ins FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sso_sign_ins TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON sso_sign_ins TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

-- stalled_documents

CREATE TABLE stalled_documents (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  archive_id uuid,
  stage text NOT NULL,
  reason text NOT NULL,
  since timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stalled_documents_pkey PRIMARY KEY (organization_id, document_id),
  CONSTRAINT stalled_documents_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES documents(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX stalled_documents_by_dataset ON stalled_documents (organization_id, dataset_id);

ALTER TABLE stalled_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE stalled_documents FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON stalled_documents TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON stalled_documents TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON stalled_documents TO carrel_tenant;

-- storage_identity

CREATE TABLE storage_identity (
  is_only boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  is_stored boolean NOT NULL DEFAULT false,
  CONSTRAINT storage_identity_pkey PRIMARY KEY (is_only),
  CONSTRAINT storage_identity_is_only_check CHECK (is_only)
);

-- test_answers

CREATE TABLE test_answers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  question_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  passage text NOT NULL,
  grade smallint NOT NULL,
  CONSTRAINT test_answers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT test_answers_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT test_answers_organization_id_question_id_fkey FOREIGN KEY (organization_id, question_id) REFERENCES test_questions(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT test_answers_grade_check CHECK (grade >= 1 AND grade <= 3)
);

CREATE INDEX test_answers_by_dataset ON test_answers (organization_id, dataset_id);
CREATE UNIQUE INDEX test_answers_once ON test_answers (organization_id, question_id, dataset_id, md5(path), md5(passage));

ALTER TABLE test_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE test_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON test_answers TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON test_answers TO carrel_tenant USING (organization_id = current_organization_id() AND is_answer_reachable(organization_id, dataset_id, path)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON test_answers TO carrel_tenant;

-- test_questions

CREATE TABLE test_questions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  query text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  verdict text,
  CONSTRAINT test_questions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT test_questions_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT test_questions_verdict_check CHECK (verdict = ANY (ARRAY['right'::text, 'wrong'::text]))
);

CREATE UNIQUE INDEX test_questions_by_query ON test_questions (organization_id, workspace_id, md5(query));

ALTER TABLE test_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE test_questions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON test_questions TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON test_questions TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(workspace_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(workspace_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON test_questions TO carrel_tenant;

-- test_run_results

CREATE TABLE test_run_results (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  question_id uuid NOT NULL,
  results jsonb NOT NULL,
  recall double precision NOT NULL,
  reciprocal_rank double precision NOT NULL,
  ndcg double precision NOT NULL,
  first_right smallint,
  answers text NOT NULL,
  CONSTRAINT test_run_results_pkey PRIMARY KEY (organization_id, run_id, question_id),
  CONSTRAINT test_run_results_organization_id_question_id_fkey FOREIGN KEY (organization_id, question_id) REFERENCES test_questions(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT test_run_results_organization_id_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES test_runs(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX test_run_results_by_question ON test_run_results (organization_id, question_id, run_id);

ALTER TABLE test_run_results ENABLE ROW LEVEL SECURITY;
ALTER TABLE test_run_results FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON test_run_results TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON test_run_results TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON test_run_results TO carrel_tenant;

-- test_runs

CREATE TABLE test_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  mode text NOT NULL,
  settings jsonb NOT NULL,
  searched jsonb,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  error text,
  questions integer NOT NULL,
  recall double precision,
  mrr double precision,
  ndcg double precision,
  partial integer NOT NULL DEFAULT 0,
  took double precision NOT NULL DEFAULT 0,
  CONSTRAINT test_runs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT test_runs_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX test_runs_by_workspace ON test_runs (organization_id, workspace_id, started_at);
CREATE UNIQUE INDEX test_runs_running ON test_runs (organization_id, workspace_id) WHERE finished_at IS NULL;

ALTER TABLE test_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE test_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON test_runs TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON test_runs TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(workspace_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(workspace_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON test_runs TO carrel_tenant;

-- trusted_browsers

CREATE TABLE trusted_browsers (
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT trusted_browsers_pkey PRIMARY KEY (account_id, hash),
  CONSTRAINT trusted_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE INDEX trusted_browsers_by_expiry ON trusted_browsers (expires_at);

-- unanswered_questions

CREATE TABLE unanswered_questions (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  key bytea NOT NULL,
  query text NOT NULL,
  times integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT unanswered_questions_pkey PRIMARY KEY (organization_id, workspace_id, day, key),
  CONSTRAINT unanswered_questions_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX unanswered_questions_by_day ON unanswered_questions (day);

ALTER TABLE unanswered_questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE unanswered_questions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON unanswered_questions TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON unanswered_questions TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(workspace_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(workspace_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON unanswered_questions TO carrel_tenant;

-- uploads

CREATE TABLE uploads (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_by uuid,
  filename text NOT NULL,
  fingerprint text,
  size bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  stored jsonb NOT NULL DEFAULT '{}'::jsonb,
  numbers integer NOT NULL DEFAULT 0,
  writer uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  api_key_id uuid,
  CONSTRAINT uploads_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT uploads_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT uploads_check CHECK (received >= 0 AND received <= size),
  CONSTRAINT uploads_owner_check CHECK (num_nonnulls(created_by, api_key_id) = 1),
  CONSTRAINT uploads_size_check CHECK (size > 0)
);

CREATE INDEX uploads_by_account ON uploads (created_by);
CREATE INDEX uploads_by_dataset ON uploads (organization_id, dataset_id);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);
CREATE INDEX uploads_by_key ON uploads (organization_id, api_key_id) WHERE api_key_id IS NOT NULL;
CREATE INDEX uploads_by_organization ON uploads (organization_id, created_by) INCLUDE (size, expires_at) WHERE finished_at IS NULL;

ALTER TABLE uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON uploads TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON uploads TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON uploads TO carrel_tenant;

-- vector_segments

CREATE TABLE vector_segments (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  document_id uuid NOT NULL,
  model_id uuid NOT NULL,
  first integer NOT NULL,
  count integer NOT NULL,
  version bigint NOT NULL,
  data bytea NOT NULL,
  CONSTRAINT vector_segments_pkey PRIMARY KEY (organization_id, document_id, model_id, first),
  CONSTRAINT vector_segments_organization_id_document_id_first_fkey FOREIGN KEY (organization_id, document_id, first) REFERENCES chunks(organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE vector_segments ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE INDEX vector_segments_in_order ON vector_segments (organization_id, dataset_id, model_id, version, document_id, first);

ALTER TABLE vector_segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE vector_segments FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON vector_segments TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON vector_segments TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON vector_segments TO carrel_tenant;

-- webhook_deliveries

CREATE TABLE webhook_deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  subject uuid NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting'::text,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  first_attempt_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  log jsonb NOT NULL DEFAULT '[]'::jsonb,
  ended_at timestamp with time zone,
  claim uuid,
  claimed_until timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))
);

CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id) WHERE state = 'waiting'::text;
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (endpoint_id, subject, id) WHERE state = 'waiting'::text;
CREATE UNIQUE INDEX webhook_deliveries_by_message ON webhook_deliveries (message_id);

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON webhook_deliveries TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON webhook_deliveries TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO carrel_tenant;

-- webhook_endpoints

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
  failing_since timestamp with time zone,
  hold_until timestamp with time zone,
  last_delivered_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_endpoints_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  CONSTRAINT webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['person'::text, 'gone'::text, 'failing'::text]))
);

ALTER TABLE webhook_endpoints REPLICA IDENTITY USING INDEX webhook_endpoints_organization_id_id_key;

CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (created_by);
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (organization_id) WHERE enabled;

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON webhook_endpoints TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON webhook_endpoints TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_endpoints TO carrel_tenant;

-- webhook_secrets

CREATE TABLE webhook_secrets (
  organization_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (organization_id, endpoint_id, id),
  CONSTRAINT webhook_secrets_organization_id_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE
);

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON webhook_secrets TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON webhook_secrets TO carrel_tenant USING (organization_id = current_organization_id()) WITH CHECK (organization_id = current_organization_id());

GRANT DELETE, INSERT ON webhook_secrets TO carrel_tenant;
GRANT SELECT (organization_id, endpoint_id, id, created_at, expires_at) ON webhook_secrets TO carrel_tenant;
GRANT UPDATE (expires_at) ON webhook_secrets TO carrel_tenant;

-- workspace_datasets

CREATE TABLE workspace_datasets (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workspace_datasets_pkey PRIMARY KEY (organization_id, workspace_id, dataset_id),
  CONSTRAINT workspace_datasets_organization_id_dataset_id_fkey FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT workspace_datasets_organization_id_workspace_id_fkey FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces(organization_id, id) ON DELETE CASCADE
);

CREATE INDEX workspace_datasets_by_dataset ON workspace_datasets (organization_id, dataset_id);

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE ON workspace_datasets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE workspace_datasets ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_datasets FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON workspace_datasets TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON workspace_datasets TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(dataset_id) AND is_reachable(workspace_id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id) AND is_reachable(workspace_id));

GRANT DELETE, INSERT, SELECT, UPDATE ON workspace_datasets TO carrel_tenant;

-- workspaces

CREATE TABLE workspaces (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  access text NOT NULL DEFAULT 'organization'::text,
  known boolean NOT NULL DEFAULT false,
  CONSTRAINT workspaces_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT workspaces_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT workspaces_access_check CHECK (access = ANY (ARRAY['organization'::text, 'named'::text]))
);

ALTER TABLE workspaces REPLICA IDENTITY USING INDEX workspaces_organization_id_id_key;

CREATE INDEX workspaces_named ON workspaces (organization_id) WHERE access = 'named'::text;

CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE OF organization_id, id, access ON workspaces DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version('organization_id');

ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON workspaces TO postgres USING (true) WITH CHECK (true);
CREATE POLICY tenant ON workspaces TO carrel_tenant USING (organization_id = current_organization_id() AND true AND is_reachable(id)) WITH CHECK (organization_id = current_organization_id() AND is_reachable(id));

GRANT DELETE, INSERT, SELECT, UPDATE ON workspaces TO carrel_tenant;

-- functions and procedures

CREATE OR REPLACE FUNCTION address_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION audit_name(kind text, object uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
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
      WHEN 'source' THEN (SELECT name FROM sources WHERE id = object)
      WHEN 'group' THEN (SELECT name FROM member_groups WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$function$;

CREATE OR REPLACE FUNCTION change_access_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
DECLARE
  changed record;
  organization text;
BEGIN
  IF tg_op = 'DELETE' THEN changed := old; ELSE changed := new; END IF;
  organization := to_jsonb(changed) ->> tg_argv[0];
  IF current_setting('carrel.access_changed', true) = organization THEN
    RETURN NULL;
  END IF;
  INSERT INTO access_versions (organization_id) SELECT id FROM organizations WHERE id = organization::uuid
  ON CONFLICT (organization_id) DO UPDATE SET version = excluded.version;
  PERFORM set_config('carrel.access_changed', organization, true);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION chunk_settings_hash(template text, parameters jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN md5(CASE WHEN (COALESCE(template, ''::text) = ''::text) THEN ((COALESCE((parameters ->> 'chunk_size'::text), ''::text) || ' '::text) || COALESCE((parameters ->> 'chunk_overlap'::text), ''::text)) ELSE ((template || ' '::text) || COALESCE((parameters)::text, ''::text)) END);

CREATE OR REPLACE FUNCTION create_dataset_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO dataset_counts (organization_id, dataset_id) VALUES (NEW.organization_id, NEW.id);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION current_organization_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('carrel.organization_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION delete_source(deleted uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  UPDATE sources SET deleted_at = now(), secret = NULL, tokens = NULL, next_run_at = NULL
  WHERE organization_id = current_organization_id() AND id = deleted AND deleted_at IS NULL AND is_reachable(dataset_id);
  RETURN FOUND;
END
$function$;

CREATE OR REPLACE FUNCTION document_metadata(read jsonb, edited jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (edited IS NULL) THEN read ELSE NULLIF(jsonb_strip_nulls((COALESCE(read, '{}'::jsonb) || edited)), '{}'::jsonb) END;

CREATE OR REPLACE FUNCTION document_settings_hash(settings text, uses_metadata boolean, edited jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (uses_metadata AND (edited IS NOT NULL)) THEN md5(((settings || ' '::text) || (edited)::text)) ELSE settings END;

CREATE OR REPLACE FUNCTION edited_metadata(read jsonb, edited jsonb, reset text[], removed text[], added jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(((((COALESCE(edited, '{}'::jsonb) - reset) - removed) || COALESCE((SELECT jsonb_object_agg(key.key, NULL::unknown) AS jsonb_object_agg FROM unnest(edited_metadata.removed) key(key) WHERE jsonb_exists(edited_metadata.read, key.key)), '{}'::jsonb)) || added), '{}'::jsonb);

CREATE OR REPLACE FUNCTION end_identities(organization uuid, account uuid, everything boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION end_identities_elsewhere(taken text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION end_own_identities(everything boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  SELECT end_identities(current_organization_id(), NULL, everything)
$function$;

CREATE OR REPLACE FUNCTION end_provisioned_sessions(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  PERFORM FROM accounts a
  WHERE a.id = account AND a.provisioned_by = current_organization_id() FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = account) THEN
    DELETE FROM sessions s WHERE s.account_id = account;
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION folder_and_above(folder text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT array_to_string(folder.parts[1:depth.depth], '/'::text) AS array_to_string
    FROM ( SELECT string_to_array(folder_and_above.folder, '/'::text) AS parts) folder,
     LATERAL generate_series(1, cardinality(folder.parts)) depth(depth);
END;

CREATE OR REPLACE FUNCTION history_time()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((clock_timestamp() AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION is_answer_reachable(organization uuid, dataset uuid, path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting('carrel.unreachable'::text, true) <> ''::text) THEN (is_reachable(dataset) AND CASE WHEN (current_setting('carrel.fences'::text, true) <> ''::text) THEN passes_fence_at(organization, dataset, path) ELSE true END) ELSE true END;

CREATE OR REPLACE FUNCTION is_document_reachable(organization uuid, dataset uuid, path text, status text, container uuid, read jsonb, edited jsonb, omitted jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting('carrel.unreachable'::text, true) <> ''::text) THEN (is_reachable(dataset) AND CASE WHEN (current_setting('carrel.fences'::text, true) <> ''::text) THEN passes_fence(organization, dataset, path, status, container, read, edited, omitted) ELSE true END) ELSE true END;

CREATE OR REPLACE FUNCTION is_failed(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ("right"(status, 6) = '_error'::text);

CREATE OR REPLACE FUNCTION is_in_reach(reach text, object uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (reach <> ''::text) THEN ((strpos(reach, (object)::text) = 0) <> starts_with(reach, '='::text)) ELSE true END;

CREATE OR REPLACE FUNCTION is_needed_by_hidden(file uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  SELECT EXISTS (
    SELECT FROM documents
    WHERE organization_id = current_organization_id() AND removed_at IS NOT NULL
      AND (bytes_key = file OR (archive_id = file AND bytes_key IS NULL))
  ) OR EXISTS (
    SELECT FROM document_versions v
    JOIN documents d ON d.organization_id = v.organization_id AND d.id = v.document_id
    WHERE v.organization_id = current_organization_id() AND v.file = is_needed_by_hidden.file
      AND d.removed_at IS NOT NULL
  )
$function$;

CREATE OR REPLACE FUNCTION is_proved(account uuid, email_key text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  SELECT EXISTS (
    SELECT FROM account_emails e JOIN accounts a ON a.id = e.account_id
    WHERE e.account_id = account AND e.address_key = email_key AND e.confirmed_at IS NOT NULL
      AND (e.proved_at IS NOT NULL OR a.provisioned_by IS NOT NULL)
  )
$function$;

CREATE OR REPLACE FUNCTION is_reachable(object uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting('carrel.unreachable'::text, true) <> ''::text) THEN ((strpos(COALESCE(current_setting(('carrel.unreachable_'::text || "left"((object)::text, 1)), true), ''::text), (object)::text) = 0) = (current_setting('carrel.unreachable'::text, true) = 'listed'::text)) ELSE true END;

CREATE OR REPLACE PROCEDURE isolate_by_organization(IN table_name text, IN column_name text DEFAULT 'organization_id'::text, IN privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE'::text)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;

CREATE OR REPLACE PROCEDURE limit_by_reach(IN table_name text, IN reachable text, IN shown text DEFAULT 'true'::text)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format(
    'ALTER POLICY tenant ON %I USING (organization_id = current_organization_id() AND %s AND %s)
      WITH CHECK (organization_id = current_organization_id() AND %s)', table_name, shown, reachable, reachable);
END
$procedure$;

CREATE OR REPLACE FUNCTION member_factors()
 RETURNS TABLE(account_id uuid, password boolean, totp boolean, passkeys bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  SELECT a.id, a.password_hash IS NOT NULL,
    EXISTS (SELECT FROM authenticator_apps t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL),
    (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id)
  FROM memberships m JOIN accounts a ON a.id = m.account_id
  WHERE m.organization_id = current_organization_id()
$function$;

CREATE OR REPLACE FUNCTION names_a_group(value jsonb, fences text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  names text[] := '{}';
  name text;
BEGIN
  IF jsonb_typeof(value) = 'array' THEN
    FOR at IN 0 .. jsonb_array_length(value) - 1 LOOP
      IF jsonb_typeof(value -> at) = 'string' THEN
        names := names || (value ->> at);
      END IF;
    END LOOP;
  ELSIF jsonb_typeof(value) = 'string' THEN
    names := string_to_array(value #>> '{}', ',');
    IF length(value #>> '{}') >= 1000 THEN
      names := trim_array(names, 1);
    END IF;
  END IF;
  FOREACH name IN ARRAY names LOOP
    name := btrim(name, E' \t\r\n\u00a0');
    IF name <> '' AND strpos(name, E'\x1f') = 0 AND (
      strpos(fences, E'\x1f' || lower(name) || E'\x1f') > 0 OR strpos(fences, E'\x1f' || name || E'\x1f') > 0
    ) THEN
      RETURN true;
    END IF;
  END LOOP;
  RETURN false;
END
$function$;

CREATE OR REPLACE FUNCTION note_archive()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  CALL note_change(coalesce(NEW.dataset_id, OLD.dataset_id), '{}', true, false);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE PROCEDURE note_change(IN dataset uuid, IN ids uuid[], IN of_archives boolean, IN whole boolean)
 LANGUAGE plpgsql
AS $procedure$
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
$procedure$;

CREATE OR REPLACE FUNCTION organization_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
BEGIN
  DELETE FROM organization_domains d WHERE d.organization_id = new.id;
  PERFORM end_identities(new.id, NULL, true);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION passes_fence(organization uuid, dataset uuid, path text, status text, container uuid, read jsonb, edited jsonb, omitted jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
#variable_conflict use_variable
DECLARE
  fences text := coalesce(current_setting('carrel.fences', true), '');
  fence_key text;
BEGIN
  IF strpos(fences, E'\x1d' || dataset::text || '=') = 0 THEN
    RETURN true;
  END IF;
  fence_key := split_part(split_part(fences, E'\x1d' || dataset::text || '=', 2), E'\x1d', 1);
  -- Its metadata was not read yet, or could not be.
  IF status IN ('ingested', 'partitioning_error') THEN
    RETURN false;
  END IF;
  -- What is inside of a document is behind its fence, and so is the file that describes it.
  IF container IS NOT NULL AND NOT EXISTS (
    SELECT FROM documents d WHERE d.organization_id = organization AND d.id = container
  ) THEN
    RETURN false;
  END IF;
  IF path LIKE '%.metadata.json' AND NOT EXISTS (
    SELECT FROM documents d
    WHERE d.organization_id = organization AND d.dataset_id = dataset AND d.path = left(path, -length('.metadata.json'))
  ) THEN
    RETURN false;
  END IF;
  IF edited ? fence_key THEN
    RETURN edited -> fence_key = 'null' OR names_a_group(edited -> fence_key, fences);
  END IF;
  IF omitted @> '[{"what": "metadata"}]' THEN
    RETURN false;
  END IF;
  IF read ? fence_key THEN
    RETURN names_a_group(read -> fence_key, fences);
  END IF;
  RETURN true;
END
$function$;

CREATE OR REPLACE FUNCTION passes_fence_at(organization uuid, dataset uuid, path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1
AS $function$
  SELECT strpos(current_setting('carrel.fences', true), E'\x1d' || dataset::text || '=') = 0 OR EXISTS (
    SELECT FROM documents d
    WHERE d.organization_id = organization AND d.dataset_id = dataset AND d.path = passes_fence_at.path)
$function$;

CREATE OR REPLACE FUNCTION provision_account(email text, email_key text, first_name text, last_name text)
 RETURNS TABLE(account uuid, created boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION remove_dataset(removed uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION remove_documents(dataset uuid, ids uuid[], act uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION restore_documents(dataset uuid, act uuid, at_most integer)
 RETURNS TABLE(id uuid, status text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION taken_paths(dataset uuid, paths text[])
 RETURNS TABLE(path text, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  SELECT d.path, d.id FROM documents d
  WHERE d.organization_id = current_organization_id() AND d.dataset_id = dataset
    AND d.path = ANY (paths COLLATE "C")
$function$;

CREATE OR REPLACE FUNCTION tenant_vouches_for(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  SELECT vouches_for(current_organization_id(), account)
$function$;

CREATE OR REPLACE FUNCTION vouches_for(organization uuid, account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM account_emails e
    JOIN organization_domains d ON d.domain = substring(e.address_key FROM '[^@]*$')
    WHERE e.account_id = account AND e.confirmed_at IS NOT NULL
      AND d.organization_id = organization AND d.verified_at IS NOT NULL
  )
$function$;

CREATE OR REPLACE FUNCTION with_entries(history jsonb, entries jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (entries IS NULL) THEN history WHEN ((jsonb_array_length(history) + jsonb_array_length(entries)) <= 20) THEN (history || entries) ELSE (SELECT jsonb_agg(x.entry ORDER BY x.place) AS jsonb_agg FROM jsonb_array_elements((with_entries.history || with_entries.entries)) WITH ORDINALITY x(entry, place) WHERE (x.place > ((jsonb_array_length(with_entries.history) + jsonb_array_length(with_entries.entries)) - 20))) END;

GRANT EXECUTE ON ROUTINE end_identities(uuid,uuid,boolean) TO postgres;
GRANT EXECUTE ON ROUTINE end_identities_elsewhere(text) TO carrel_tenant;
GRANT EXECUTE ON ROUTINE end_identities_elsewhere(text) TO postgres;
GRANT EXECUTE ON ROUTINE end_own_identities(boolean) TO carrel_tenant;
GRANT EXECUTE ON ROUTINE end_own_identities(boolean) TO postgres;
GRANT EXECUTE ON ROUTINE end_provisioned_sessions(uuid) TO carrel_tenant;
GRANT EXECUTE ON ROUTINE end_provisioned_sessions(uuid) TO postgres;
GRANT EXECUTE ON ROUTINE is_proved(uuid,text) TO carrel_tenant;
GRANT EXECUTE ON ROUTINE is_proved(uuid,text) TO postgres;
GRANT EXECUTE ON ROUTINE provision_account(text,text,text,text) TO carrel_tenant;
GRANT EXECUTE ON ROUTINE provision_account(text,text,text,text) TO postgres;
GRANT EXECUTE ON ROUTINE tenant_vouches_for(uuid) TO carrel_tenant;
GRANT EXECUTE ON ROUTINE tenant_vouches_for(uuid) TO postgres;

-- sequences

CREATE SEQUENCE archives_number_seq AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1 OWNED BY archives.number;
CREATE SEQUENCE audit_records_id_seq AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1 OWNED BY audit_records.id;
CREATE SEQUENCE jobs_number_seq AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1 OWNED BY jobs.number;
CREATE SEQUENCE organization_jobs_id_seq AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1 OWNED BY organization_jobs.id;
CREATE SEQUENCE webhook_deliveries_id_seq AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1 OWNED BY webhook_deliveries.id;
