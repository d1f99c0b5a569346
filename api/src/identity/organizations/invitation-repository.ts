import {
  GUEST,
  INVITATION_DAYS,
  ROLE_NAMES,
  type Invitation,
  type RoleName,
} from '@carrel/shared/contract';

import { addressKey } from '../../platform/access/address-key.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * True if the sender of the invitation `i`, which offers the role `r`, could send it now. An invitation
 * whose sender was removed or demoted, left or deleted the account is over.
 */
export const IS_SENDER_ALLOWED = `EXISTS (SELECT FROM memberships m
  JOIN roles s ON s.organization_id = m.organization_id AND s.id = m.role_id
  WHERE m.organization_id = i.organization_id AND m.account_id = i.invited_by
    AND s.rank <= least(r.rank, ${ROLE_NAMES.indexOf('Admin')}))`;

/** SQL of the role that the invitation `i` offers, as people read it. */
export const ROLE_OFFERED = `CASE WHEN i.guest_of IS NULL THEN r.name ELSE '${GUEST}' END`;

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
        guest_of: Invitation['guest_of'];
        created_at: Date;
        expires_at: Date;
      }>(
        `SELECT i.id, i.address, i.created_at, r.id AS role_id, r.name AS role_name,
           CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS guest_of,
           i.renewed_at + $2 * interval '1 day' AS expires_at
         FROM invitations i
         JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
         LEFT JOIN workspaces w ON w.organization_id = i.organization_id AND w.id = i.guest_of
         WHERE i.organization_id = $1 AND ${IS_SENDER_ALLOWED} ORDER BY i.created_at, i.id`,
        [organizationId, INVITATION_DAYS],
      );
      return rows.map(({ id, address, role_id, role_name, guest_of, created_at, expires_at }) => ({
        id,
        email_address: address,
        role: { id: role_id, name: role_name },
        guest_of,
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      }));
    },

    /** Returns the number of invitations of members or guests that can be accepted, without one of `address`. */
    countOpen: async (kind: 'members' | 'guests', address: string): Promise<number> => {
      const [open] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM invitations
         WHERE organization_id = $1 AND address_key <> $2 AND renewed_at > now() - $3 * interval '1 day'
           AND (guest_of IS NOT NULL) = $4`,
        [organizationId, addressKey(address), INVITATION_DAYS, kind === 'guests'],
      );
      return open?.count ?? 0;
    },

    /** Locks an invitation until the transaction ends, and returns it. */
    lock: async (id: string): Promise<Pending | undefined> => {
      const [found] = await tx.query<{ rank: number; address: string }>(
        `SELECT r.rank, i.address FROM invitations i
         JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
         WHERE i.organization_id = $1 AND i.id = $2 AND ${IS_SENDER_ALLOWED} FOR UPDATE OF i`,
        [organizationId, id],
      );
      return found && { role: ROLE_NAMES[found.rank], address: found.address };
    },

    /** The role that the pending invitation of an address offers. */
    roleOffered: async (address: string): Promise<RoleName | undefined> => {
      const [found] = await tx.query<{ rank: number }>(
        `SELECT r.rank FROM invitations i
         JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
         WHERE i.organization_id = $1 AND i.address_key = $2 AND ${IS_SENDER_ALLOWED}`,
        [organizationId, addressKey(address)],
      );
      return found && ROLE_NAMES[found.rank];
    },

    /** Deletes those whose sender may no longer send them. */
    deleteEnded: () =>
      tx.query(
        `DELETE FROM invitations i USING roles r
         WHERE i.organization_id = $1 AND r.organization_id = i.organization_id AND r.id = i.role_id
           AND NOT ${IS_SENDER_ALLOWED}`,
        [organizationId],
      ),

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
