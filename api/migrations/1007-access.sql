-- Who may see a dataset: everybody in its organization, or the people and groups that have access to it. Owners and
-- Admins of the organization see every dataset.
ALTER TABLE datasets ADD COLUMN access text NOT NULL DEFAULT 'organization'
  CONSTRAINT datasets_access_check CHECK (access IN ('organization', 'named'));
CREATE INDEX datasets_named ON datasets (organization_id) WHERE access = 'named';

-- Groups of people that members put together; scim_groups has those of a directory.
CREATE TABLE member_groups (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  name_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  CONSTRAINT member_groups_name_once UNIQUE (organization_id, name_key)
);
CALL isolate_by_organization('member_groups');

CREATE TABLE member_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  account_id uuid NOT NULL,
  PRIMARY KEY (organization_id, group_id, account_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES member_groups (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE
);
CREATE INDEX member_group_members_by_account ON member_group_members (organization_id, account_id);
CALL isolate_by_organization('member_group_members');

-- One row for each person, group or group of a directory that has access to a dataset.
CREATE TABLE dataset_access (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  account_id uuid,
  group_id uuid,
  scim_group_id uuid,
  role text NOT NULL CHECK (role IN ('Manager', 'Editor', 'Reader', 'Searcher')),
  CONSTRAINT dataset_access_names_one CHECK (num_nonnulls(account_id, group_id, scim_group_id) = 1),
  CONSTRAINT dataset_access_once UNIQUE NULLS NOT DISTINCT (organization_id, dataset_id, account_id, group_id, scim_group_id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, group_id) REFERENCES member_groups (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, scim_group_id) REFERENCES scim_groups (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX dataset_access_by_account ON dataset_access (organization_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX dataset_access_by_group ON dataset_access (organization_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX dataset_access_by_scim_group ON dataset_access (organization_id, scim_group_id) WHERE scim_group_id IS NOT NULL;
CALL isolate_by_organization('dataset_access');

-- The planner takes a CASE to be true for half of the rows, and an equality to be true for few.
CREATE FUNCTION is_reachable(dataset uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> ''
  THEN strpos(current_setting('carrel.unreachable', true), dataset::text) = 0
  ELSE true END;

ALTER POLICY tenant ON datasets
  USING (organization_id = current_organization_id() AND removed_at IS NULL AND is_reachable(id))
  WITH CHECK (organization_id = current_organization_id() AND is_reachable(id));
ALTER POLICY tenant ON documents
  USING (organization_id = current_organization_id() AND removed_at IS NULL AND is_reachable(dataset_id))
  WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

DO $$
DECLARE
  has_dataset text;
BEGIN
  FOREACH has_dataset IN ARRAY ARRAY['archives', 'dataset_access', 'dataset_changes', 'dataset_counts', 'dataset_models',
    'document_downloads', 'folders', 'test_answers', 'uploads', 'workspace_datasets']
  LOOP
    EXECUTE format(
      'ALTER POLICY tenant ON %I USING (organization_id = current_organization_id() AND is_reachable(dataset_id))
        WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id))', has_dataset);
  END LOOP;
END
$$;

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
      WHEN 'group' THEN (SELECT name FROM member_groups WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$$;
