import { GUEST, type RoleName } from '@carrel/shared/contract';
import type { MappedRole } from '@carrel/shared/contract/sign-in';

import { addressKey } from '../../../platform/access/address-key.ts';
import { recordAudit } from '../../../platform/access/audit.ts';
import { ownsAddress } from '../../../platform/access/mail-domain.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Quotas } from '../../../platform/quotas/quota-repository.ts';
import { requireRoom } from '../../../platform/quotas/require-room.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { takeInvitation } from '../../organizations/invitations.ts';
import { membersOf } from '../../organizations/member-repository.ts';
import { isProvisioned, joinAsProvisioned } from '../../organizations/provisioned-roles.ts';
import { SsoRefused } from './sso-refused.ts';

/** Whose role single sign-on decides. */
interface Mapping {
  organizationId: string;
  accountId: string;
  role: MappedRole;
  ip: string;
}

/** Whom single sign-on makes a member of what. */
interface Joining extends Mapping {
  /** By which a directory may know the account. */
  address: string;
  /** Whether the provider says roles: then an invitation does not. */
  isMapped: boolean;
}

/**
 * Makes an account a member: with the role that a directory gives to it, or else the one that the provider says, that
 * of its invitation, or the default one. An invitation is accepted with it.
 * @throws {SsoRefused} if the organization has no room.
 */
export async function joinBySso(tx: Queryable, joining: Joining, quotas: Quotas): Promise<void> {
  const { organizationId, accountId, address, isMapped, ip } = joining;
  const offered = await takeInvitation(tx, organizationId, addressKey(address));
  const guestOf = isMapped ? null : (offered?.guestOf ?? null);
  try {
    await requireRoom(tx, { organizationId, quotas }, guestOf === null ? 'members' : 'guests', 1);
  } catch (error) {
    throw error instanceof Problem ? new SsoRefused('full', error) : error;
  }
  const provisioned =
    guestOf === null
      ? await joinAsProvisioned(tx, organizationId, accountId, addressKey(address))
      : undefined;
  const role =
    provisioned?.name ?? (isMapped ? joining.role : (offeredRole(offered?.role) ?? joining.role));
  await tx.query(
    `INSERT INTO memberships (organization_id, account_id, role_id, guest_of)
     SELECT $1, $2, id, $4 FROM roles WHERE organization_id = $1 AND name = $3
     ON CONFLICT (organization_id, account_id) DO NOTHING`,
    [organizationId, accountId, role, guestOf],
  );
  await recordAudit(tx, {
    action: 'member.joined',
    object: ['account', accountId],
    organizationId,
    accountId,
    ip,
    details: { role: guestOf === null ? role : GUEST },
  });
}

/** The operator of a provider could make somebody an Owner, who was only invited to be one. */
const offeredRole = (offered: RoleName | undefined) => (offered === 'Owner' ? 'Admin' : offered);

/** Gives a member the role that the provider says. Owners stay Owners, guests guests; a directory decides for its users. */
export async function mapRole(tx: Queryable, mapping: Mapping): Promise<void> {
  const { organizationId, accountId, role, ip } = mapping;
  if (await isProvisioned(tx, organizationId, accountId)) return;
  const members = membersOf(tx, organizationId);
  const from = await members.roleOf(accountId);
  if (from === undefined || from === 'Owner' || from === role) return;
  if (await members.isGuest(accountId)) return;
  await tx.query(
    `UPDATE memberships SET role_id = (SELECT id FROM roles WHERE organization_id = $1 AND name = $3)
     WHERE organization_id = $1 AND account_id = $2`,
    [organizationId, accountId, role],
  );
  await recordAudit(tx, {
    action: 'member.role_mapped',
    object: ['account', accountId],
    organizationId,
    accountId,
    ip,
    details: { from, to: role },
  });
}

/** Returns the address of an identity. @throws {SsoRefused} unless it is one of the organization's domains. */
export async function requireOwnAddress(
  tx: Queryable,
  organizationId: string,
  { email, isUnverified }: { email: string | undefined; isUnverified: boolean },
): Promise<string> {
  if (email === undefined) throw new SsoRefused('address');
  if (isUnverified) throw new SsoRefused('unverified');
  if (!(await ownsAddress(tx, organizationId, email))) throw new SsoRefused('address');
  return email;
}
