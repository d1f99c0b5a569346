-- Who may see a dataset or workspace: everybody in its organization, or the people and groups that have access to it.
-- Owners and Admins of the organization see all of them.
ALTER TABLE datasets ADD COLUMN access text NOT NULL DEFAULT 'organization'
  CONSTRAINT datasets_access_check CHECK (access IN ('organization', 'named'));
CREATE INDEX datasets_named ON datasets (organization_id) WHERE access = 'named';
ALTER TABLE workspaces ADD COLUMN access text NOT NULL DEFAULT 'organization'
  CONSTRAINT workspaces_access_check CHECK (access IN ('organization', 'named'));
CREATE INDEX workspaces_named ON workspaces (organization_id) WHERE access = 'named';

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

-- One row for each person, group or group of a directory that has access to a dataset or workspace.
CREATE TABLE access_entries (
  organization_id uuid NOT NULL,
  dataset_id uuid,
  workspace_id uuid,
  object_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(dataset_id, workspace_id)) STORED,
  account_id uuid,
  group_id uuid,
  scim_group_id uuid,
  role text NOT NULL CHECK (role IN ('Manager', 'Editor', 'Reader', 'Searcher')),
  CONSTRAINT access_entries_to_one CHECK (num_nonnulls(dataset_id, workspace_id) = 1),
  CONSTRAINT access_entries_of_one CHECK (num_nonnulls(account_id, group_id, scim_group_id) = 1),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, group_id) REFERENCES member_groups (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, scim_group_id) REFERENCES scim_groups (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX access_entries_once
ON access_entries (organization_id, object_id, coalesce(account_id, group_id, scim_group_id));
CREATE INDEX access_entries_by_account ON access_entries (organization_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX access_entries_by_group ON access_entries (organization_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX access_entries_by_scim_group ON access_entries (organization_id, scim_group_id) WHERE scim_group_id IS NOT NULL;
CALL isolate_by_organization('access_entries');

-- The planner takes a CASE to be true for half of the rows, and an equality to be true for few.
CREATE FUNCTION is_reachable(object uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> ''
  THEN strpos(current_setting('carrel.unreachable', true), object::text) = 0
  ELSE true END;

CREATE PROCEDURE limit_by_reach(table_name text, reachable text, shown text DEFAULT 'true') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'ALTER POLICY tenant ON %I USING (organization_id = current_organization_id() AND %s AND %s)
      WITH CHECK (organization_id = current_organization_id() AND %s)', table_name, shown, reachable, reachable);
END
$$;
CALL limit_by_reach('datasets', 'is_reachable(id)', 'removed_at IS NULL');
CALL limit_by_reach('documents', 'is_reachable(dataset_id)', 'removed_at IS NULL');
CALL limit_by_reach('workspaces', 'is_reachable(id)');
CALL limit_by_reach('workspace_datasets', 'is_reachable(dataset_id) AND is_reachable(workspace_id)');
CALL limit_by_reach('access_entries', 'is_reachable(object_id)');
CALL limit_by_reach('archives', 'is_reachable(dataset_id)');
CALL limit_by_reach('dataset_changes', 'is_reachable(dataset_id)');
CALL limit_by_reach('dataset_counts', 'is_reachable(dataset_id)');
CALL limit_by_reach('dataset_models', 'is_reachable(dataset_id)');
CALL limit_by_reach('document_downloads', 'is_reachable(dataset_id)');
CALL limit_by_reach('folders', 'is_reachable(dataset_id)');
CALL limit_by_reach('uploads', 'is_reachable(dataset_id)');
CALL limit_by_reach('test_answers', 'is_reachable(dataset_id)');
CALL limit_by_reach('test_questions', 'is_reachable(workspace_id)');
CALL limit_by_reach('test_runs', 'is_reachable(workspace_id)');
CALL limit_by_reach('search_days', 'is_reachable(workspace_id)');
CALL limit_by_reach('unanswered_questions', 'is_reachable(workspace_id)');

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
