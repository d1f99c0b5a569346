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
