import type { ProvisionedRole, Provisioning } from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../../platform/database/database.ts';

/** Reads and changes what people decide about the directory of one organization. */
export function provisioningOf(tx: Queryable, organizationId: string) {
  const defaultRole = async (lock = ''): Promise<ProvisionedRole> => {
    const [organization] = await tx.query<{ role: ProvisionedRole }>(
      `SELECT provisioned_role AS role FROM organizations WHERE id = $1 ${lock}`,
      [organizationId],
    );
    return organization?.role ?? 'Viewer';
  };

  return {
    defaultRole: () => defaultRole(),

    /** Locks the members, as a call of the directory does. */
    lockDefaultRole: () => defaultRole('FOR NO KEY UPDATE'),

    setDefaultRole: (role: ProvisionedRole) =>
      tx.query('UPDATE organizations SET provisioned_role = $2 WHERE id = $1', [
        organizationId,
        role,
      ]),

    countUsers: async (): Promise<Provisioning['users']> => {
      const [counts] = await tx.query<Provisioning['users']>(
        `SELECT count(*) AS total, count(m.account_id) AS members,
           count(i.id) FILTER (WHERE m.account_id IS NULL) AS invited
         FROM scim_users u
         LEFT JOIN memberships m
           ON m.organization_id = u.organization_id AND m.account_id = u.account_id AND u.active
         LEFT JOIN invitations i ON i.organization_id = u.organization_id AND i.id = u.invitation_id
         WHERE u.organization_id = $1`,
        [organizationId],
      );
      return counts ?? { total: 0, members: 0, invited: 0 };
    },
  };
}
