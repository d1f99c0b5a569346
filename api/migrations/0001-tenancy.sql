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
-- holds the organization's id. The owner of the table, who serves sign-in, sweeps and backups across
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
