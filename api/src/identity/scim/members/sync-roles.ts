import type { Queryable } from '../../../platform/database/database.ts';
import { invitationsOf } from '../../organizations/invitation-repository.ts';
import { applyProvisionedRoles, type RoleChange } from '../../organizations/provisioned-roles.ts';
import { HAS_MAPPED_GROUP } from './mapped-groups.ts';

/** Whose roles may have changed: some users, all of a group, or all whose groups have no role. */
export type Affected = { users: readonly string[] } | { group: string } | 'unmapped';

/** Gives members the roles of their groups, after something changed that roles depend on. */
export async function syncRoles(
  tx: Queryable,
  organizationId: string,
  affected: Affected,
  change: RoleChange,
): Promise<void> {
  const changed = await applyProvisionedRoles(tx, organizationId, conditionOf(affected), change);
  // Who is no Admin any more can have no open invitations.
  if (changed > 0) await invitationsOf(tx, organizationId).deleteEnded();
}

function conditionOf(affected: Affected): { condition: string; parameter: unknown } {
  if (affected === 'unmapped') {
    return { condition: `$2::boolean AND NOT ${HAS_MAPPED_GROUP}`, parameter: true };
  }
  if ('users' in affected) {
    return { condition: 'u.id IN (SELECT unnest($2::uuid[]))', parameter: affected.users };
  }
  return {
    condition: `u.id IN (SELECT user_id FROM scim_group_members
      WHERE organization_id = $1 AND group_id = $2)`,
    parameter: affected.group,
  };
}
