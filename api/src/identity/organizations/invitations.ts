import {
  INVITATION_DAYS,
  ROLE_NAMES,
  type InvitationFacts,
  type RoleName,
} from '@carrel/shared/contract';

import { addressKey } from '../../platform/access/address-key.ts';
import { createAccount, type NewAccount } from '../proofs/passwords/account-repository.ts';
import { confirmEmail, emailsOf } from '../accounts/emails/email-repository.ts';
import { requireProved } from '../accounts/emails/proved-addresses.ts';
import { mayAct } from '../../platform/access/authenticate.ts';
import { ownsAddress, requiresProvider } from '../../platform/access/mail-domain.ts';
import { findLinkSubject, redeemLinkToken } from '../../platform/access/secrets/link-tokens.ts';
import { lockLimited, type Quotas } from '../../platform/quotas/quota-repository.ts';
import { requireRoom } from '../../platform/quotas/require-room.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forbidden } from '../../platform/http/problems.ts';
import { IS_SENDER_ALLOWED, ROLE_OFFERED } from './invitation-repository.ts';
import { joinAsProvisioned } from './provisioned-roles.ts';

const FULL =
  'Ask an Owner or Admin of the organization to make room, then open the invitation again.';

const PROVIDER =
  'Your organization signs in with single sign-on. Sign in that way: your invitation is accepted with it.';

interface Invitation {
  id: string;
  organization_id: string;
  role_id: string;
  address: string;
  address_key: string;
  role_name: RoleName;
  guest_of: string | null;
}

/** The organization that an account joined, and its role there. */
export interface Joined {
  organizationId: string;
  role: RoleName;
  isGuest: boolean;
}

/** Refuses callers who could not have sent the invitation. */
export function checkInvitation(own: RoleName, offered: RoleName | undefined, verb: string): void {
  if (offered === undefined || mayAct(own, offered)) return;
  throw forbidden(`Only an Owner can ${verb} the invitation of an Owner.`);
}

/** Invites an address, replacing an earlier invitation of it. `tx` is a tenant's transaction. */
export async function invite(
  tx: Queryable,
  organizationId: string,
  invitedBy: string,
  { address, roleId, guestOf }: { address: string; roleId: string; guestOf?: string | undefined },
): Promise<string> {
  const key = addressKey(address);
  await tx.query('DELETE FROM invitations WHERE organization_id = $1 AND address_key = $2', [
    organizationId,
    key,
  ]);
  const [invitation] = await tx.query<{ id: string }>(
    `INSERT INTO invitations (organization_id, address, address_key, role_id, invited_by, guest_of)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [organizationId, address, key, roleId, invitedBy, guestOf ?? null],
  );
  if (invitation === undefined) throw new Error('An invitation was not created');
  return invitation.id;
}

/** Returns the address that was invited, or an empty list. */
export async function invitedAddress(database: Queryable, id: string): Promise<string[]> {
  const invitations = await database.query<{ address: string }>(
    'SELECT address FROM invitations WHERE id = $1',
    [id],
  );
  return invitations.map(({ address }) => address);
}

/** Returns what the holder of an invitation's link is told; undefined where it cannot be accepted. */
export async function readInvitation(
  database: Queryable,
  token: string,
): Promise<InvitationFacts | undefined> {
  const id = await findLinkSubject(database, 'invitation', token);
  // Without a subject the same statement runs: the time tells nothing.
  const [facts] = await database.query<InvitationFacts>(
    `SELECT o.name AS organization, ${ROLE_OFFERED} AS role, concat_ws(' ', a.first_name, a.last_name) AS invited_by
     FROM invitations i
     JOIN organizations o ON o.id = i.organization_id AND o.deleted_at IS NULL
     JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
     JOIN accounts a ON a.id = i.invited_by
     WHERE i.id = $1 AND i.renewed_at > now() - $2 * interval '1 day' AND ${IS_SENDER_ALLOWED}`,
    [id ?? null, INVITATION_DAYS],
  );
  return facts;
}

/**
 * Deletes an invitation and returns it, to exactly one of concurrent callers; undefined if it has ended.
 * The organization is locked ahead of the invitation, as where one is sent, and where its sender is
 * removed or demoted: that is done before this, or waits.
 */
async function redeem(
  tx: Queryable,
  token: string,
  quotas: Quotas,
): Promise<Invitation | undefined> {
  const id = await redeemLinkToken(tx, 'invitation', token);
  if (id === undefined) return undefined;
  const [sent] = await tx.query<{ organizationId: string; isGuest: boolean }>(
    `SELECT organization_id AS "organizationId", guest_of IS NOT NULL AS "isGuest"
     FROM invitations WHERE id = $1`,
    [id],
  );
  if (sent === undefined) return undefined;
  await lockLimited(tx, { ...sent, quotas }, sent.isGuest ? 'guests' : 'members');
  await tx.query('SELECT id FROM organizations WHERE id = $1 FOR SHARE', [sent.organizationId]);
  const [invitation] = await tx.query<Invitation>(
    `DELETE FROM invitations i USING roles r
     WHERE i.id = $1 AND i.renewed_at > now() - $2 * interval '1 day'
       AND r.organization_id = i.organization_id AND r.id = i.role_id AND ${IS_SENDER_ALLOWED}
     RETURNING i.id, i.organization_id, i.role_id, i.address, i.address_key, r.name AS role_name, i.guest_of`,
    [id, INVITATION_DAYS],
  );
  return invitation;
}

/** What an invitation offers; `guestOf` is the workspace of a guest. */
interface Offered {
  role: RoleName;
  guestOf: string | null;
}

/**
 * Ends the invitation of an address that somebody confirms otherwise, and returns what it offers; undefined if there is
 * none that can be accepted.
 */
export async function takeInvitation(
  tx: Queryable,
  organizationId: string,
  key: string,
): Promise<Offered | undefined> {
  const [taken] = await tx.query<Offered>(
    `DELETE FROM invitations i USING roles r
     WHERE i.organization_id = $1 AND i.address_key = $2 AND i.renewed_at > now() - $3 * interval '1 day'
       AND r.organization_id = i.organization_id AND r.id = i.role_id AND ${IS_SENDER_ALLOWED}
     RETURNING r.name AS role, i.guest_of AS "guestOf"`,
    [organizationId, key, INVITATION_DAYS],
  );
  return taken;
}

/** Makes an account a member, with the role of its groups where the directory has sent it, or a guest. */
async function addMember(
  tx: Queryable,
  accountId: string,
  invitation: Invitation,
  quotas: Quotas,
): Promise<Joined> {
  const { organization_id: organizationId, address_key: key, guest_of: guestOf } = invitation;
  const quota = { organizationId, quotas };
  await requireRoom(tx, quota, guestOf === null ? 'members' : 'guests', 1, { remedy: FULL });
  // A guest stays one, whatever a directory says of the person.
  const provisioned =
    guestOf === null ? await joinAsProvisioned(tx, organizationId, accountId, key) : undefined;
  await tx.query(
    `INSERT INTO memberships (organization_id, account_id, role_id, guest_of) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, account_id) DO NOTHING`,
    [organizationId, accountId, provisioned?.id ?? invitation.role_id, guestOf],
  );
  const role = ROLE_NAMES.find((name) => name === provisioned?.name) ?? invitation.role_name;
  return { organizationId, role, isGuest: guestOf !== null };
}

/**
 * Creates an account for an invited person. The link was sent by e-mail, which confirms the address.
 * @throws {Problem} 403 for an address that cannot sign in with a password: the invitation stays.
 */
export async function acceptInvitation(
  tx: Queryable,
  token: string,
  account: NewAccount,
  quotas: Quotas,
): Promise<(Joined & { accountId: string }) | 'has-account' | undefined> {
  const invitation = await redeem(tx, token, quotas);
  if (invitation === undefined) return undefined;
  if (await requiresProvider(tx, invitation.address)) throw forbidden(PROVIDER);
  const accountId = await createAccount(tx, account);
  const emailId = await emailsOf(tx, accountId).add(invitation.address);
  const confirmed = emailId === undefined ? undefined : await confirmEmail(tx, emailId, 'sole');
  if (confirmed === undefined) return 'has-account';
  return { accountId, ...(await addMember(tx, accountId, invitation, quotas)) };
}

/** Whom an invitation is for, told to somebody else who has its link. */
export interface NotInvited {
  address: string;
  organization: string;
}

/**
 * Makes the invited account a member. Other accounts leave the invitation unchanged.
 * @throws {Problem} 403 where the organization owns the address, and who owns it has not proved to control the account.
 */
export async function joinOrganization(
  tx: Queryable,
  token: string,
  accountId: string,
  quotas: Quotas,
): Promise<Joined | NotInvited | undefined> {
  const invitation = await redeem(tx, token, quotas);
  if (invitation === undefined) return undefined;
  const own = await tx.query(
    `SELECT 1 FROM account_emails
     WHERE account_id = $1 AND address_key = $2 AND confirmed_at IS NOT NULL`,
    [accountId, invitation.address_key],
  );
  if (own.length === 0) {
    const [organization] = await tx.query<{ name: string }>(
      'SELECT name FROM organizations WHERE id = $1',
      [invitation.organization_id],
    );
    return { address: invitation.address, organization: organization?.name ?? '' };
  }
  if (await ownsAddress(tx, invitation.organization_id, invitation.address)) {
    await requireProved(tx, accountId, invitation.address);
  }
  return addMember(tx, accountId, invitation, quotas);
}
