-- What an identity provider vouches for ends with the domain.

-- Domains of confirmed addresses that a member had and removed while being a member: an organization that requires
-- single sign-on still requires it of them. '*' stands for any domain.
CREATE TABLE former_member_domains (
  organization_id uuid NOT NULL,
  account_id uuid NOT NULL,
  domain text NOT NULL,
  PRIMARY KEY (organization_id, account_id, domain),
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE
);
CALL isolate_by_organization('former_member_domains');
REVOKE ALL ON former_member_domains FROM carrel_tenant;

-- The domain by which a user of a directory became a member; null for one who accepted an invitation.
ALTER TABLE scim_users ADD COLUMN domain text;
UPDATE scim_users u SET domain = d.domain FROM organization_domains d
WHERE u.account_id IS NOT NULL AND d.organization_id = u.organization_id AND d.verified_at IS NOT NULL
  AND d.domain = substring(u.address_key FROM '[^@]*$');

CREATE INDEX sso_sessions_by_organization ON sso_sessions (organization_id);

-- Whether an account has a confirmed address of a domain that an organization has verified.
CREATE FUNCTION vouches_for(organization uuid, account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM account_emails e
    JOIN organization_domains d ON d.domain = substring(e.address_key FROM '[^@]*$')
    WHERE e.account_id = account AND e.confirmed_at IS NOT NULL
      AND d.organization_id = organization AND d.verified_at IS NOT NULL
  )
$$;

-- The same for the tenant, whose directory may make only such an account a member that did not agree to it.
CREATE FUNCTION tenant_vouches_for(account uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT vouches_for(current_organization_id(), account)
$$;
REVOKE ALL ON FUNCTION tenant_vouches_for FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_vouches_for TO carrel_tenant;

-- Ends the identities at the provider of an organization that it does not vouch for any more, or all of them, with the
-- sessions that the provider opened, and links that wait; of one account, or of all where it is null.
CREATE FUNCTION end_identities(organization uuid, account uuid, everything boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM account_identities i
  WHERE i.organization_id = organization AND (account IS NULL OR i.account_id = account)
    AND (everything OR NOT vouches_for(organization, i.account_id));
  WITH closed AS (
    DELETE FROM sessions s USING sso_sessions o
    WHERE o.session_id = s.id AND o.organization_id = organization AND (account IS NULL OR s.account_id = account)
      AND (everything OR NOT vouches_for(organization, s.account_id))
    RETURNING s.id, s.account_id
  )
  INSERT INTO audit_records (account_id, action, object_type, object_id, details)
  SELECT c.account_id, 'session.closed', 'session', c.id, '{"by": "sso"}' FROM closed c;
  DELETE FROM sso_pending_links l
  WHERE l.organization_id = organization AND (account IS NULL OR l.account_id = account)
    AND (everything OR NOT vouches_for(organization, l.account_id));
  IF everything AND account IS NULL THEN
    DELETE FROM sso_sign_ins i WHERE i.organization_id = organization;
  END IF;
  UPDATE accounts a SET provisioned_by = NULL
  WHERE a.provisioned_by = organization AND (account IS NULL OR a.id = account)
    AND NOT vouches_for(organization, a.id);
END
$$;
REVOKE ALL ON FUNCTION end_identities FROM PUBLIC;

-- The same for the tenant.
CREATE FUNCTION end_own_identities(everything boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT end_identities(current_organization_id(), NULL, everything)
$$;
REVOKE ALL ON FUNCTION end_own_identities FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_own_identities TO carrel_tenant;

-- Ends what other organizations' providers vouched for in a domain that the tenant has verified.
CREATE FUNCTION end_identities_elsewhere(taken text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM organization_domains d
  WHERE d.organization_id = current_organization_id() AND d.domain = taken AND d.verified_at IS NOT NULL;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM end_identities(i.organization_id, i.account_id, false)
  FROM account_identities i JOIN account_emails e ON e.account_id = i.account_id
  WHERE i.organization_id <> current_organization_id() AND e.confirmed_at IS NOT NULL
    AND substring(e.address_key FROM '[^@]*$') = taken;
END
$$;
REVOKE ALL ON FUNCTION end_identities_elsewhere FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_identities_elsewhere TO carrel_tenant;

CREATE FUNCTION address_removed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM accounts a WHERE a.id = old.account_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO former_member_domains (organization_id, account_id, domain)
  SELECT m.organization_id, m.account_id, CASE
    WHEN (SELECT count(*) FROM former_member_domains f
      WHERE f.organization_id = m.organization_id AND f.account_id = m.account_id) < 100
    THEN substring(old.address_key FROM '[^@]*$') ELSE '*' END
  FROM memberships m WHERE m.account_id = old.account_id
  ON CONFLICT DO NOTHING;
  PERFORM end_identities(i.organization_id, i.account_id, false)
  FROM account_identities i WHERE i.account_id = old.account_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER address_removed AFTER DELETE ON account_emails
FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION address_removed();

CREATE FUNCTION organization_deleted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM organization_domains d WHERE d.organization_id = new.id;
  PERFORM end_identities(new.id, NULL, true);
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_deleted AFTER UPDATE OF deleted_at ON organizations
FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION organization_deleted();

-- Members whom their organization's provider knows, and who have removed the address that it knew them by.
INSERT INTO former_member_domains (organization_id, account_id, domain)
SELECT DISTINCT m.organization_id, m.account_id, '*' FROM memberships m
WHERE (EXISTS (SELECT FROM account_identities i
    WHERE i.organization_id = m.organization_id AND i.account_id = m.account_id)
  OR EXISTS (SELECT FROM scim_users u
    WHERE u.organization_id = m.organization_id AND u.account_id = m.account_id AND u.domain IS NOT NULL))
  AND NOT vouches_for(m.organization_id, m.account_id);

DELETE FROM organization_domains d USING organizations o WHERE o.id = d.organization_id AND o.deleted_at IS NOT NULL;
-- Identities of domains that are gone, of providers that are gone, and of organizations that are deleted.
SELECT end_identities(o.id, NULL, o.deleted_at IS NOT NULL
  OR NOT EXISTS (SELECT FROM identity_providers p WHERE p.organization_id = o.id)) AS ended
FROM organizations o WHERE EXISTS (SELECT FROM account_identities i WHERE i.organization_id = o.id)
  OR EXISTS (SELECT FROM sso_sessions s WHERE s.organization_id = o.id)
  OR EXISTS (SELECT FROM accounts a WHERE a.provisioned_by = o.id);
DELETE FROM sessions s USING sso_sessions o, identity_providers p
WHERE o.session_id = s.id AND p.organization_id = o.organization_id AND p.issuer <> o.issuer;
DELETE FROM account_identities i USING identity_providers p
WHERE p.organization_id = i.organization_id AND p.issuer <> i.issuer;
