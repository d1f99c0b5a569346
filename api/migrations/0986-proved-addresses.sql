-- Who confirms an address by a link may not be who chose the password of the account.

-- The browser in which an address was registered or added, and when its owner proved to control the account too.
ALTER TABLE account_emails ADD COLUMN browser_hash bytea;
ALTER TABLE account_emails ADD COLUMN proved_at timestamptz;
UPDATE account_emails e SET proved_at = e.confirmed_at
WHERE e.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM memberships m WHERE m.account_id = e.account_id);

-- Whether the owner of a confirmed address has proved to control its account. One that was made by an identity provider
-- or a directory has no password of anybody else.
CREATE FUNCTION is_proved(account uuid, email_key text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM account_emails e JOIN accounts a ON a.id = e.account_id
    WHERE e.account_id = account AND e.address_key = email_key AND e.confirmed_at IS NOT NULL
      AND (e.proved_at IS NOT NULL OR a.provisioned_by IS NOT NULL)
  )
$$;
REVOKE ALL ON FUNCTION is_proved FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_proved TO carrel_tenant;
