-- Programs that registered themselves, so that people can connect them. What a program says of itself can be a lie.
CREATE TABLE oauth_clients (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it got a token last.
  used_at timestamptz
);
CREATE INDEX oauth_clients_by_creation ON oauth_clients (created_at);

-- What a person granted a program: to read one workspace, as long as the person is a member. Only hashes of the
-- code and of the tokens are stored. The code stays after it was redeemed: who sends it again has stolen it, or
-- it was stolen. All refresh tokens of a grant have one family, by which a used one is recognized.
CREATE TABLE oauth_grants (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  redirect_uri text NOT NULL,
  resource text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  redeemed_at timestamptz,
  access_hash bytea UNIQUE,
  access_expires_at timestamptz,
  refresh_family bytea UNIQUE,
  refresh_hash bytea,
  -- Of the code, and then of the refresh token.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_by_member ON oauth_grants (organization_id, account_id);
CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id);
CREATE INDEX oauth_grants_by_workspace ON oauth_grants (organization_id, workspace_id);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);
CALL isolate_by_organization('oauth_grants');
-- A program is looked up in the transaction that decides about it.
GRANT SELECT ON oauth_clients TO carrel_tenant;
