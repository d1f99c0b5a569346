import { ROLE_NAMES } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';

const RANKS = JSON.stringify(Object.fromEntries(ROLE_NAMES.map((name, rank) => [name, rank])));

const rankOf = (role: string) => `('${RANKS}'::jsonb ->> ${role})::int`;

/** Returns a query of the accounts of users `u` and the rank that the directory of the organization `$1` gives them. */
const wanted = (condition: string) => `
  SELECT u.id, u.account_id,
    coalesce(min(${rankOf('g.role')}), min(${rankOf('o.provisioned_role')})) AS rank
  FROM scim_users u
  JOIN organizations o ON o.id = $1
  LEFT JOIN scim_group_members gm ON gm.organization_id = $1 AND gm.user_id = u.id
  LEFT JOIN scim_groups g ON g.organization_id = $1 AND g.id = gm.group_id
  WHERE u.organization_id = $1 AND ${condition} GROUP BY u.organization_id, u.id`;

/** Returns the id and the name of the role that the directory gives to a user. */
export async function roleOfUser(
  tx: Queryable,
  organizationId: string,
  userId: string,
): Promise<{ id: string; name: string }> {
  const [role] = await tx.query<{ id: string; name: string }>(
    `SELECT r.id, r.name FROM (${wanted('u.id = $2')}) w
     JOIN roles r ON r.organization_id = $1 AND r.rank = w.rank`,
    [organizationId, userId],
  );
  if (role === undefined) throw new Error('A provisioned user has no role');
  return role;
}

/** Who changes roles, for the audit log. */
export interface RoleChange {
  ip: string;
  details: Record<string, string>;
  accountId?: string;
}

/**
 * Gives members the highest role of their groups, in one statement, and records each change. Owners and guests stay
 * what they are. `users` selects rows `u` of `scim_users` and takes `$2`. Returns how many roles changed.
 */
export async function applyProvisionedRoles(
  tx: Queryable,
  organizationId: string,
  users: { condition: string; parameter: unknown },
  { ip, details, accountId }: RoleChange,
): Promise<number> {
  const changed = await tx.query(
    `WITH wanted AS (
       ${wanted(`u.active AND u.account_id IS NOT NULL AND ${users.condition}`)}
     ), changed AS (
       UPDATE memberships m SET role_id = r.id
       FROM wanted w, roles r, roles former
       WHERE m.organization_id = $1 AND m.account_id = w.account_id
         AND r.organization_id = $1 AND r.rank = w.rank
         AND former.organization_id = $1 AND former.id = m.role_id
         AND former.rank <> ${ROLE_NAMES.indexOf('Owner')} AND former.rank <> w.rank AND m.guest_of IS NULL
       RETURNING m.account_id, former.name AS from_name, r.name AS to_name
     )
     INSERT INTO audit_records
       (organization_id, account_id, action, object_type, object_id, ip, details)
     SELECT $1, $3, 'member.role_changed', 'account', account_id, $4,
       $5::jsonb || jsonb_build_object('from', from_name, 'to', to_name)
     FROM changed RETURNING id`,
    [organizationId, users.parameter, accountId ?? null, ip, JSON.stringify(details)],
  );
  return changed.length;
}

/**
 * Connects the account that accepts an invitation with the user of the directory that was invited, and returns the
 * role that the directory gives to it. Returns undefined where the directory has no such user.
 */
export async function joinAsProvisioned(
  tx: Queryable,
  organizationId: string,
  accountId: string,
  addressKey: string,
): Promise<{ id: string; name: string } | undefined> {
  const [user] = await tx.query<{ id: string }>(
    `UPDATE scim_users SET account_id = $2, invitation_id = NULL, domain = NULL
     WHERE organization_id = $1 AND id = (
       SELECT id FROM scim_users
       WHERE organization_id = $1 AND address_key = $3 AND active AND account_id IS NULL
       ORDER BY created_at, id LIMIT 1)
       AND NOT EXISTS (SELECT FROM scim_users WHERE organization_id = $1 AND account_id = $2)
     RETURNING id`,
    [organizationId, accountId, addressKey],
  );
  return user === undefined ? undefined : roleOfUser(tx, organizationId, user.id);
}

/** Returns whether a user of the directory is an account. */
export async function isProvisioned(
  tx: Queryable,
  organizationId: string,
  accountId: string,
): Promise<boolean> {
  const found = await tx.query(
    'SELECT FROM scim_users WHERE organization_id = $1 AND account_id = $2 AND active',
    [organizationId, accountId],
  );
  return found.length > 0;
}

/** Forgets whose account a user of the directory is, after it has left or was removed by a person. */
export async function leaveAsProvisioned(
  tx: Queryable,
  organizationId: string,
  accountId: string,
): Promise<void> {
  await tx.query(
    'UPDATE scim_users SET account_id = NULL WHERE organization_id = $1 AND account_id = $2',
    [organizationId, accountId],
  );
}
