-- Codes that were sent to postmaster of a domain, to verify it where DNS does not.
CREATE TABLE domain_codes (
  organization_id uuid NOT NULL,
  domain_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, domain_id),
  FOREIGN KEY (organization_id, domain_id) REFERENCES organization_domains (organization_id, id) ON DELETE CASCADE
);
CALL isolate_by_organization('domain_codes');

-- The OpenID Provider of an organization: one at most, so that its id is that of the organization. The secret is
-- encrypted. role_mapping is a list of {value, role}.
CREATE TABLE identity_providers (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret bytea NOT NULL,
  default_role text NOT NULL CHECK (default_role IN ('Admin', 'Editor', 'Viewer')),
  role_claim text,
  role_mapping jsonb NOT NULL,
  enabled boolean NOT NULL,
  enforced boolean NOT NULL,
  -- Changes when anything does: a sign-in that began before is refused.
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (enabled OR NOT enforced)
);
CALL isolate_by_organization('identity_providers');

-- Who an account is at the provider of an organization. It outlives the provider, and means nothing without it.
CREATE TABLE account_identities (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, issuer, subject)
);
CREATE INDEX account_identities_by_account ON account_identities (account_id);

-- Sign-ins that are at a provider. One with a session authenticates again in it.
CREATE TABLE sso_sign_ins (
  state_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  revision uuid NOT NULL,
  browser_hash bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text NOT NULL,
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_sign_ins_by_organization ON sso_sign_ins (organization_id);
CREATE INDEX sso_sign_ins_by_session ON sso_sign_ins (session_id);

-- Accounts that a provider named, and that are linked once their owner has signed in: one of a browser at most.
CREATE TABLE sso_pending_links (
  browser_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  revision uuid NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address text NOT NULL,
  role text NOT NULL,
  return_path text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sso_pending_links_by_organization ON sso_pending_links (organization_id);
CREATE INDEX sso_pending_links_by_account ON sso_pending_links (account_id);

-- The session at the provider that opened a session here, so that its end ends both.
CREATE TABLE sso_sessions (
  session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  sid text
);
CREATE INDEX sso_sessions_by_subject ON sso_sessions (organization_id, issuer, subject);
CREATE INDEX sso_sessions_by_sid ON sso_sessions (organization_id, issuer, sid);

-- Logout tokens that were used, until they would be too old anyway.
CREATE TABLE sso_logout_tokens (
  organization_id uuid NOT NULL REFERENCES identity_providers (organization_id) ON DELETE CASCADE,
  jti_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, jti_hash)
);

-- The server alone reads these: a tenant's role may do nothing with them.
CALL isolate_by_organization('account_identities');
CALL isolate_by_organization('sso_sign_ins');
CALL isolate_by_organization('sso_pending_links');
CALL isolate_by_organization('sso_sessions');
CALL isolate_by_organization('sso_logout_tokens');
REVOKE ALL ON account_identities, sso_sign_ins, sso_pending_links, sso_sessions, sso_logout_tokens FROM carrel_tenant;
