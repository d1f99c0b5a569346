-- What an organization asks of the sessions of its members. Null asks for nothing.
CREATE TABLE sign_in_policies (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  second_factor_from timestamptz,
  allowed_methods text[] CHECK (allowed_methods <@ '{password,passkey,sso}' AND allowed_methods <> '{}'),
  idle_minutes integer CHECK (idle_minutes > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL isolate_by_organization('sign_in_policies');

-- For an organization with idle_minutes: when a session was used last, to the minute, and the longest time without
-- use since its account authenticated last.
ALTER TABLE sessions ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sessions ADD COLUMN idle_gap interval NOT NULL DEFAULT '0';

-- A tenant's role reads no factors. Members see those of members.
CREATE FUNCTION member_factors() RETURNS TABLE (account_id uuid, password boolean, totp boolean, passkeys bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'public' AS $$
  SELECT a.id, a.password_hash IS NOT NULL,
    EXISTS (SELECT FROM authenticator_apps t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL),
    (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id)
  FROM memberships m JOIN accounts a ON a.id = m.account_id
  WHERE m.organization_id = current_organization_id()
$$;
