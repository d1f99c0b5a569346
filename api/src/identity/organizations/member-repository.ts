import { ROLE_NAMES, type Member, type RoleName } from '@carrel/shared/contract';

import { addressKey } from '../../platform/access/address-key.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { leaveAsProvisioned } from './provisioned-roles.ts';

/** Reads and changes the members of one organization. `tx` is a tenant's transaction. */
export function membersOf(tx: Queryable, organizationId: string) {
  const findRole = async (condition: string, id: string): Promise<RoleName | undefined> => {
    const [role] = await tx.query<{ rank: number }>(
      `SELECT r.rank FROM roles r LEFT JOIN memberships m
         ON m.organization_id = r.organization_id AND m.role_id = r.id
       WHERE r.organization_id = $1 AND ${condition} = $2 LIMIT 1`,
      [organizationId, id],
    );
    return role === undefined ? undefined : ROLE_NAMES[role.rank];
  };

  return {
    /** With the factors of each, for those who may see them. */
    list: async (withFactors: boolean): Promise<Member[]> => {
      const rows = await tx.query<{
        id: string;
        first_name: string;
        last_name: string;
        role_id: string;
        role_name: string;
        factors: Member['factors'];
        guest_of: Member['guest_of'];
      }>(
        `SELECT a.id, a.first_name, a.last_name, r.id AS role_id, r.name AS role_name,
           CASE WHEN $2 THEN jsonb_build_object('password', f.password, 'totp', f.totp, 'passkeys', f.passkeys) END
             AS factors,
           CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS guest_of
         FROM memberships m
         LEFT JOIN workspaces w ON w.organization_id = m.organization_id AND w.id = m.guest_of
         LEFT JOIN member_factors() f ON $2 AND f.account_id = m.account_id
         JOIN accounts a ON a.id = m.account_id
         JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
         WHERE m.organization_id = $1 ORDER BY m.created_at, a.id`,
        [organizationId, withFactors],
      );
      return rows.map(({ role_id, role_name, factors, guest_of, ...account }) => ({
        account,
        role: { id: role_id, name: role_name },
        guest_of,
        factors,
      }));
    },

    /** Locks the members until the transaction ends, so that concurrent changes keep an Owner. */
    lock: () => tx.query('SELECT id FROM organizations WHERE id = $1 FOR UPDATE', [organizationId]),

    roleName: (roleId: string) => findRole('r.id', roleId),

    roleOf: (accountId: string) => findRole('m.account_id', accountId),

    hasOtherOwner: async (accountId: string): Promise<boolean> => {
      const others = await tx.query(
        `SELECT 1 FROM memberships m
         JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
         WHERE m.organization_id = $1 AND r.rank = 0 AND m.account_id <> $2 LIMIT 1`,
        [organizationId, accountId],
      );
      return others.length > 0;
    },

    hasAddress: async (address: string): Promise<boolean> => {
      const found = await tx.query(
        `SELECT 1 FROM account_emails e JOIN memberships m ON m.account_id = e.account_id
         WHERE m.organization_id = $1 AND e.address_key = $2 AND e.confirmed_at IS NOT NULL LIMIT 1`,
        [organizationId, addressKey(address)],
      );
      return found.length > 0;
    },

    isGuest: async (accountId: string): Promise<boolean> => {
      const found = await tx.query(
        `SELECT 1 FROM memberships
         WHERE organization_id = $1 AND account_id = $2 AND guest_of IS NOT NULL`,
        [organizationId, accountId],
      );
      return found.length > 0;
    },

    /** A guest who gets a role becomes a member. */
    changeRole: (accountId: string, roleId: string) =>
      tx.query(
        'UPDATE memberships SET role_id = $3, guest_of = NULL WHERE organization_id = $1 AND account_id = $2',
        [organizationId, accountId, roleId],
      ),

    remove: async (accountId: string): Promise<void> => {
      await leaveAsProvisioned(tx, organizationId, accountId);
      await tx.query('DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2', [
        organizationId,
        accountId,
      ]);
    },
  };
}
