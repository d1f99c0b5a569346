-- Where a claim on an address came from: the confirmation mail says so.
ALTER TABLE account_emails ADD COLUMN client_ip text, ADD COLUMN user_agent text;

-- What a message says of the event that it is about: when, from where, which browser.
ALTER TABLE outbox ADD COLUMN occasion jsonb;

-- The browsers in which an account has signed in, by the hash of a secret in the browser's cookie.
CREATE TABLE known_browsers (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash)
);

CREATE INDEX known_browsers_by_use ON known_browsers (used_at);
