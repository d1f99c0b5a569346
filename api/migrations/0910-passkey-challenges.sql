-- What a passkey signs, as a hash. A challenge is for one purpose and, if someone is signed in, for one session, which
-- has one of each purpose at most.
CREATE TABLE passkey_challenges (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('registration', 'sign-in', 'reauthentication')),
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'sign-in') = (session_id IS NULL)),
  UNIQUE (session_id, purpose)
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
