import {
  INVITATION_DAYS,
  ROLE_NAMES,
  type Invitation,
  type RoleName,
} from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';

interface Pending {
  role: RoleName | undefined;
  address: string;
}

/** Reads and changes the pending invitations of one organization. `tx` is a tenant's transaction. */
export function invitationsOf(tx: Queryable, organizationId: string) {
  return {
    /** Oldest first, expired ones included: they can be sent again. */
    list: async (): Promise<Invitation[]> => {
      const rows = await tx.query<{
        id: string;
        address: string;
        role_id: string;
        role_name: string;
        created_at: Date;
        expires_at: Date;
      }>(
        `SELECT i.id, i.address, i.created_at, r.id AS role_id, r.name AS role_name,
           i.renewed_at + $2 * interval '1 day' AS expires_at
         FROM invitations i
         JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
         WHERE i.organization_id = $1 ORDER BY i.created_at, i.id`,
        [organizationId, INVITATION_DAYS],
      );
      return rows.map(({ id, address, role_id, role_name, created_at, expires_at }) => ({
        id,
        email_address: address,
        role: { id: role_id, name: role_name },
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      }));
    },

    /** Locks an invitation until the transaction ends, and returns it. */
    lock: async (id: string): Promise<Pending | undefined> => {
      const [found] = await tx.query<{ rank: number; address: string }>(
        `SELECT r.rank, i.address FROM invitations i
         JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
         WHERE i.organization_id = $1 AND i.id = $2 FOR UPDATE OF i`,
        [organizationId, id],
      );
      return found && { role: ROLE_NAMES[found.rank], address: found.address };
    },

    /** Returns the address of an invitation whose last message was sent longer ago than this. */
    addressToRemind: async (id: string, pauseSeconds: number): Promise<string | undefined> => {
      const [due] = await tx.query<{ address: string }>(
        `SELECT address FROM invitations
         WHERE organization_id = $1 AND id = $2 AND renewed_at <= now() - $3 * interval '1 second'`,
        [organizationId, id, pauseSeconds],
      );
      return due?.address;
    },

    /** Renews the link, or returns the seconds to wait if the last message was sent too recently. */
    renew: async (id: string, pauseSeconds: number): Promise<number | undefined> => {
      const [waiting] = await tx.query<{ seconds: number }>(
        `SELECT $3 - extract(epoch FROM now() - renewed_at)::float8 AS seconds FROM invitations
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, id, pauseSeconds],
      );
      if (waiting !== undefined && waiting.seconds > 0) return Math.ceil(waiting.seconds);
      await tx.query(
        'UPDATE invitations SET renewed_at = now() WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
      return undefined;
    },

    delete: (id: string) =>
      tx.query('DELETE FROM invitations WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ]),
  };
}
