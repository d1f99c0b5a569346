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
