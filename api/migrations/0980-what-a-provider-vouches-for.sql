-- When the provider of the organization last authenticated the person of a session, and the longest time since then
-- without a request to an organization that asks for it. A provider vouches for its own organization alone, so that
-- nothing of it is in sessions.authenticated_at.
ALTER TABLE sso_sessions ADD COLUMN vouched_at timestamptz NOT NULL DEFAULT to_timestamp(0);
ALTER TABLE sso_sessions ADD COLUMN idle_gap interval NOT NULL DEFAULT '0';
UPDATE sso_sessions x SET vouched_at = s.authenticated_at, idle_gap = s.idle_gap
FROM sessions s WHERE s.id = x.session_id AND s.methods <@ '{sso}';
UPDATE sessions SET authenticated_at = to_timestamp(0) WHERE methods <@ '{sso}';

-- Codes that were mailed to confirm a session of an account that has no password, passkey or authenticator app: one
-- for each session and address.
CREATE TABLE reauthentication_codes (
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  email_id uuid NOT NULL REFERENCES account_emails (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, email_id)
);
CREATE INDEX reauthentication_codes_by_email ON reauthentication_codes (email_id);
