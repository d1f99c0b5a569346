-- Accounts that sign in by single sign-on only have no password.
ALTER TABLE accounts ALTER COLUMN password_hash DROP NOT NULL;

-- What was proved to open a session, and since.
ALTER TABLE sessions ADD COLUMN methods text[] NOT NULL DEFAULT '{password}';

-- Keys of WebAuthn. A counter of 0 is that of a key without one.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  device_type text NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  backed_up boolean NOT NULL,
  aaguid uuid,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Authenticator apps. The secret is encrypted; one that is not confirmed yet counts for nothing. A code of the time
-- step last_step or of an earlier one is not accepted again.
CREATE TABLE authenticator_apps (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  PRIMARY KEY (account_id, hash)
);
