CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- `address_key` is the address as it is compared. Several accounts may claim an address; whoever
-- confirms it first has it.
CREATE TABLE account_emails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL,
  address_key text NOT NULL,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_emails_once_an_account UNIQUE (account_id, address_key)
);

CREATE UNIQUE INDEX account_emails_confirmed_once ON account_emails (address_key)
WHERE confirmed_at IS NOT NULL;

CREATE INDEX account_emails_by_address ON account_emails (address_key, created_at);

-- One browser that is signed in. Tokens are derived from a family secret that only the browser keeps
-- and from `counter`, which each refresh raises by one.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  family_hash bytea NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  previous_access_hash bytea,
  user_agent text,
  client_ip text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The links in e-mails. A new one for the same subject replaces the last.
CREATE TABLE link_tokens (
  purpose text NOT NULL,
  subject uuid NOT NULL,
  hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, subject)
);

CREATE INDEX link_tokens_by_expiry ON link_tokens (expires_at);

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Attempts in a window of time, keyed by the hash of what is limited.
CREATE UNLOGGED TABLE rate_limits (
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

CREATE INDEX rate_limits_by_end ON rate_limits (window_ends_at);
