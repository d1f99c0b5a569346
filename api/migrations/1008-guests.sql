-- A guest reaches one workspace of the organization, what is attached to it, and nothing else.
ALTER TABLE memberships ADD COLUMN guest_of uuid,
  ADD CONSTRAINT memberships_guest_of FOREIGN KEY (organization_id, guest_of)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE;
CREATE INDEX memberships_guests ON memberships (organization_id, guest_of) WHERE guest_of IS NOT NULL;
ALTER TABLE invitations ADD COLUMN guest_of uuid,
  ADD CONSTRAINT invitations_guest_of FOREIGN KEY (organization_id, guest_of)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE;
CREATE INDEX invitations_guests ON invitations (organization_id, guest_of) WHERE guest_of IS NOT NULL;
ALTER TABLE organization_quotas ADD COLUMN guests bigint;

-- Whether Owners and Admins see what is in a dataset or workspace that names people only where they are named.
ALTER TABLE organizations ADD COLUMN admins_take_access boolean NOT NULL DEFAULT false;

-- Whether a caller can reach a dataset or workspace: it is not in the list, or after '=' it is.
CREATE FUNCTION is_in_reach(reach text, object uuid) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN reach <> '' THEN (strpos(reach, object::text) = 0) <> starts_with(reach, '=') ELSE true END;

-- What limits a caller are settings of the transaction: `carrel.unreachable` is 'listed' or 'others', and the ids are in
-- sixteen lists by their first digit. One list of hundreds would be searched for each row.
CREATE OR REPLACE FUNCTION is_reachable(object uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> ''
  THEN (strpos(coalesce(current_setting('carrel.unreachable_' || left(object::text, 1), true), ''), object::text) = 0)
    = (current_setting('carrel.unreachable', true) = 'listed')
  ELSE true END;
