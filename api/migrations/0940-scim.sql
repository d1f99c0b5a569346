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
