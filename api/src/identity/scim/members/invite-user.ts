import { INVITATION_DAYS } from '@carrel/shared/contract';

import { addressKey } from '../../../platform/access/address-key.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { invitationMail } from '../../organizations/mails/invitation-mail.ts';
import { invitationsOf } from '../../organizations/invitation-repository.ts';
import { invite } from '../../organizations/invitations.ts';
import { roleOfUser } from '../../organizations/provisioned-roles.ts';
import type { ScimUser } from '../users/user-repository.ts';
import { requireMemberRoom } from './member-room.ts';
import type { ScimCall } from './scim-call.ts';

/** Invites a user whose domain is not the organization's, unless an invitation can still be accepted. */
export async function inviteUser(call: ScimCall, user: ScimUser, address: string): Promise<void> {
  const { tx, organizationId } = call;
  const open = await openInvitation(call, address);
  if (open !== undefined) {
    if (open !== user.invitationId) await withdrawInvitation(call, user);
    return;
  }
  const inviter = await inviterOf(call);
  if (inviter === undefined) return;
  call.requireInvitation(address);
  await withdrawInvitation(call, user);
  await requireMemberRoom(call, () =>
    invitationsOf(tx, organizationId).countOpen('members', address),
  );
  const role = await roleOfUser(tx, organizationId, user.id);
  const invitation = await invite(tx, organizationId, inviter, { address, roleId: role.id });
  await setInvitation(call, user, invitation);
  const mail = { address, reference: invitation };
  await enqueueMail(tx, call.dependencies.queue, invitationMail, mail);
  await call.audit('member.invited', ['invitation', invitation], { role: role.name });
}

/** Ends the invitation that the directory had sent to a user. One that a person has sent meanwhile stays. */
export async function withdrawInvitation(call: ScimCall, user: ScimUser): Promise<void> {
  if (user.invitationId === null) return;
  await invitationsOf(call.tx, call.organizationId).delete(user.invitationId);
  await setInvitation(call, user, null);
}

async function setInvitation(
  { tx, organizationId }: ScimCall,
  { id }: ScimUser,
  invitation: string | null,
): Promise<void> {
  await tx.query(
    'UPDATE scim_users SET invitation_id = $3 WHERE organization_id = $1 AND id = $2',
    [organizationId, id, invitation],
  );
}

/** Returns the invitation of an address that can be accepted, also one that a person sent: none is sent twice. */
async function openInvitation(
  { tx, organizationId }: ScimCall,
  address: string,
): Promise<string | undefined> {
  const [open] = await tx.query<{ id: string }>(
    `SELECT id FROM invitations WHERE organization_id = $1 AND address_key = $2
       AND renewed_at > now() - $3 * interval '1 day'`,
    [organizationId, addressKey(address), INVITATION_DAYS],
  );
  return open?.id;
}

/** Returns the Owner in whose name the directory invites: who has made its key, or who is one the longest. */
async function inviterOf({ tx, organizationId, keyId }: ScimCall): Promise<string | undefined> {
  const [owner] = await tx.query<{ id: string }>(
    `SELECT m.account_id AS id FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id AND r.rank = 0
     LEFT JOIN api_keys k ON k.organization_id = $1 AND k.id = $2 AND k.created_by = m.account_id
     WHERE m.organization_id = $1 ORDER BY k.id IS NULL, m.created_at, m.account_id LIMIT 1`,
    [organizationId, keyId],
  );
  return owner?.id;
}
