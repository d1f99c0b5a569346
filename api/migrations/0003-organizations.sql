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
