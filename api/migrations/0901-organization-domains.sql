-- Domains of e-mail addresses that an organization says are its own. Only a verified one means anything, and it is
-- verified for one organization at most. The token is what its DNS names.
CREATE TABLE organization_domains (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  domain text NOT NULL CHECK (domain = lower(domain)),
  token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  verified_by text CHECK (verified_by IN ('dns', 'mail')),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, domain),
  CHECK ((verified_at IS NULL) = (verified_by IS NULL))
);
CREATE UNIQUE INDEX organization_domains_verified ON organization_domains (domain) WHERE verified_at IS NOT NULL;
CALL isolate_by_organization('organization_domains');
