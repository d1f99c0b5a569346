-- A source fills a folder of a dataset from elsewhere, run by run.
CREATE TABLE sources (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  place jsonb NOT NULL,
  -- Encrypted: what a person entered, and the tokens of a connection that a person made by signing in.
  secret bytea,
  tokens bytea,
  -- While a process renews the tokens.
  tokens_held_until timestamptz,
  account text,
  folder text COLLATE "C" NOT NULL,
  include text[] NOT NULL,
  exclude text[] NOT NULL,
  size_max bigint,
  every_minutes integer,
  gone text NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  next_run_at timestamptz,
  failed_runs integer NOT NULL DEFAULT 0,
  -- What the last complete list returned, by which the kind lists changes alone.
  change_token text,
  -- Whether a person has approved a plan since what the source reads was changed.
  approved boolean NOT NULL DEFAULT false,
  runs integer NOT NULL DEFAULT 0,
  -- Objects that it follows since its last plan.
  objects bigint NOT NULL DEFAULT 0,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Hidden, until a job has deleted its objects.
  deleted_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX sources_by_dataset ON sources (organization_id, dataset_id);
CREATE INDEX sources_due ON sources (next_run_at) WHERE next_run_at IS NOT NULL AND NOT paused;
CALL isolate_by_organization('sources');
CALL limit_by_reach('sources', 'is_reachable(dataset_id)', 'deleted_at IS NULL');

CREATE TABLE source_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  source_id uuid NOT NULL,
  number integer NOT NULL,
  state text NOT NULL DEFAULT 'listing',
  started_by text NOT NULL,
  waiting_for text,
  -- The worker that has it: another one that takes it over writes its own.
  attempt uuid,
  everything boolean NOT NULL DEFAULT false,
  cursor text,
  is_delta boolean NOT NULL DEFAULT false,
  -- Why not everything was listed.
  note text,
  change_token text,
  listed bigint NOT NULL DEFAULT 0,
  left_out bigint NOT NULL DEFAULT 0,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  moved bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0,
  unchanged bigint NOT NULL DEFAULT 0,
  -- Of what is added, changed and moved, how many were read.
  read bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  error_code text,
  error text,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, source_id, number),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX source_runs_open ON source_runs (organization_id, source_id) WHERE ended_at IS NULL;
CALL isolate_by_organization('source_runs');
CALL limit_by_reach('source_runs', 'is_reachable(dataset_id)');

-- One row for each object that a source follows.
CREATE TABLE source_objects (
  organization_id uuid NOT NULL,
  source_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- Where the source says that it is, and the path below the dataset that this one has: two may have one name.
  listed_path text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  token text NOT NULL,
  -- What its document was made of; null where that is to be read again.
  merged_token text,
  merged_path text COLLATE "C",
  size bigint,
  url text,
  metadata jsonb,
  -- The number of the last run that has listed it.
  seen integer NOT NULL,
  -- 'pending' is to be read, 'sent' is in an archive, 'current' is merged, 'gone' is to be removed, 'failed' has a reason.
  state text NOT NULL DEFAULT 'pending',
  -- What the run does with it: 'added', 'changed', 'moved' or 'removed'.
  outcome text,
  reason text,
  archive_id uuid,
  -- The path of its document in that archive.
  sent_path text COLLATE "C",
  -- Bytes that came with the list, until they are sent.
  content bytea,
  PRIMARY KEY (organization_id, source_id, key),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX source_objects_by_path ON source_objects (organization_id, source_id, path);
CREATE INDEX source_objects_in_work ON source_objects (organization_id, source_id, state, key) WHERE state <> 'current';
CREATE INDEX source_objects_by_archive ON source_objects (organization_id, archive_id, sent_path) WHERE archive_id IS NOT NULL;
CALL isolate_by_organization('source_objects');
CALL limit_by_reach('source_objects', 'is_reachable(dataset_id)');

-- Where a document came from. `source_metadata` is what the source says of it, over what is read from its bytes.
ALTER TABLE documents ADD COLUMN source_id uuid, ADD COLUMN source_key text COLLATE "C", ADD COLUMN source_url text,
  ADD COLUMN source_metadata jsonb;

-- The source and the run whose archive it is.
ALTER TABLE archives ADD COLUMN source_id uuid, ADD COLUMN source_run_id uuid;

-- Connections that people make by signing in at a provider, until they come back.
CREATE TABLE source_connections (
  organization_id uuid NOT NULL,
  state_hash bytea NOT NULL,
  source_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  account_id uuid NOT NULL,
  verifier bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, state_hash),
  FOREIGN KEY (organization_id, source_id) REFERENCES sources (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX source_connections_by_state ON source_connections (state_hash);
CREATE INDEX source_connections_by_source ON source_connections (organization_id, source_id);
CALL isolate_by_organization('source_connections');
CALL limit_by_reach('source_connections', 'is_reachable(dataset_id)');

-- Hides a source of the tenant, whose row it cannot see any more then, and ends what it signs in with.
CREATE FUNCTION delete_source(deleted uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public'
AS $$
BEGIN
  UPDATE sources SET deleted_at = now(), secret = NULL, tokens = NULL, next_run_at = NULL
  WHERE organization_id = current_organization_id() AND id = deleted AND deleted_at IS NULL AND is_reachable(dataset_id);
  RETURN FOUND;
END
$$;

-- The name of a source in records of what was done to it.
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
