-- What an object was called when something was done to it: the name outlives the object. Accounts
-- have none here; a person's name is read where it lives, and goes with the account.
ALTER TABLE audit_records ADD COLUMN object_name text;

CREATE INDEX audit_records_by_object ON audit_records (object_id, id);
CREATE INDEX audit_records_by_person ON audit_records (organization_id, account_id, id);
CREATE INDEX audit_records_by_action ON audit_records (organization_id, action, id);
CREATE INDEX audit_records_by_time ON audit_records (organization_id, created_at);

-- The name of an object now or, of one that is gone, as the log knows it. Sees what its caller sees.
CREATE FUNCTION audit_name(kind text, object uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE kind
      WHEN 'organization' THEN (SELECT name FROM organizations WHERE id = object)
      WHEN 'invitation' THEN (SELECT address FROM invitations WHERE id = object)
      WHEN 'workspace' THEN (SELECT name FROM workspaces WHERE id = object)
      WHEN 'dataset' THEN (SELECT name FROM datasets WHERE id = object)
      WHEN 'archive' THEN (SELECT name FROM archives WHERE id = object)
    END,
    (SELECT object_name FROM audit_records
     WHERE object_id = object AND object_name IS NOT NULL ORDER BY id DESC LIMIT 1)
  )
$$;

-- Whoever did something in an organization, or had it done to them, keeps a name in its log after
-- they left it, for as long as they have an account.
CREATE POLICY named_in_log ON accounts FOR SELECT TO carrel_tenant
USING (
  EXISTS (SELECT FROM audit_records WHERE audit_records.account_id = accounts.id)
  OR EXISTS (SELECT FROM audit_records WHERE audit_records.object_id = accounts.id)
);

-- When the last message of an invitation was asked for: its link works for seven days from then on.
ALTER TABLE invitations ADD COLUMN renewed_at timestamptz NOT NULL DEFAULT now();
UPDATE invitations SET renewed_at = created_at;
