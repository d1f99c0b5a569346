-- Programs that a person signs in by approving them in a browser. The program proves with its device code that it
-- asked; the person types or follows the user code. An approval ends with the session that gave it.
CREATE TABLE sign_in_approvals (
  id uuid PRIMARY KEY,
  device_hash bytea NOT NULL UNIQUE,
  user_code text NOT NULL UNIQUE,
  client_name text NOT NULL,
  client_ip text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null until it is decided.
  approved boolean,
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  CHECK (approved IS NOT TRUE OR session_id IS NOT NULL)
);

CREATE INDEX sign_in_approvals_by_session ON sign_in_approvals (session_id);
CREATE INDEX sign_in_approvals_by_expiry ON sign_in_approvals (expires_at);
