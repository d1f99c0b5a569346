-- Sign-ins whose password was right, and whose second step is missing. The credentials are locked again when it comes.
CREATE TABLE pending_sign_ins (
  hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address_key text NOT NULL,
  password_hash text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (account_id, created_at);
CREATE INDEX pending_sign_ins_by_expiry ON pending_sign_ins (expires_at);

-- Browsers that are not asked for a second step.
CREATE TABLE trusted_browsers (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX trusted_browsers_by_expiry ON trusted_browsers (expires_at);

-- Recoveries of accounts whose owners cannot use their second step. From due_at on, a link in a mail completes one.
CREATE TABLE account_recoveries (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL
);
CREATE INDEX account_recoveries_by_due_time ON account_recoveries (due_at);

-- When a mail is sent; later than created_at for one that announces what is not so yet.
ALTER TABLE outbox ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
UPDATE outbox SET due_at = created_at;
