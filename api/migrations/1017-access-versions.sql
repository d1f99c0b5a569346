-- Changes with whatever decides what a member of the organization can reach. Who has read that with a version need not
-- read it again with the same one. It is random: a database that lost its last transactions gives none out twice.
CREATE TABLE access_versions (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  version uuid NOT NULL DEFAULT gen_random_uuid()
);
CALL isolate_by_organization('access_versions');
INSERT INTO access_versions (organization_id) SELECT id FROM organizations;

-- Runs at the end of a transaction, which then holds the row for no longer than its commit takes: writers do not wait
-- for each other, and no locks follow it. Its argument names the column with the organization.
CREATE FUNCTION change_access_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
$$;

CREATE PROCEDURE decides_about_access(table_name text, columns text DEFAULT NULL, organization text DEFAULT 'organization_id')
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE CONSTRAINT TRIGGER change_access_version AFTER INSERT OR DELETE OR UPDATE%s ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_access_version(%L)',
    ' OF ' || columns, table_name, organization);
END
$$;
CALL decides_about_access('organizations', 'admins_take_access', 'id');
CALL decides_about_access('memberships', 'organization_id, account_id, role_id, guest_of');
CALL decides_about_access('roles', 'organization_id, id, rank');
CALL decides_about_access('datasets', 'organization_id, id, access, fence_key');
CALL decides_about_access('workspaces', 'organization_id, id, access');
CALL decides_about_access('workspace_datasets');
CALL decides_about_access('access_entries');
CALL decides_about_access('member_groups', 'organization_id, id, name, name_key');
CALL decides_about_access('member_group_members');
CALL decides_about_access('scim_groups', 'organization_id, id, display_name, display_name_key');
CALL decides_about_access('scim_group_members');
CALL decides_about_access('scim_users', 'organization_id, id, account_id, active');
DROP PROCEDURE decides_about_access;
