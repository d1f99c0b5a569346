import { NAME_MAX, ROLE_NAMES, storedName } from '@carrel/shared/contract';

import { mayAct } from '../../../platform/access/authenticate.ts';
import { breaks } from '../../../platform/database/database-error.ts';
import { invitationsOf } from '../../organizations/invitation-repository.ts';
import { applyProvisionedRoles, roleOfUser } from '../../organizations/provisioned-roles.ts';
import { forbidden } from '../../../platform/http/problems.ts';
import { notUnique } from '../scim-problem.ts';
import { addressOf } from '../users/user-fields.ts';
import type { ScimUser } from '../users/user-repository.ts';
import { inviteUser, withdrawInvitation } from './invite-user.ts';
import { HAS_MAPPED_GROUP } from './mapped-groups.ts';
import { requireMemberRoom } from './member-room.ts';
import type { ScimCall } from './scim-call.ts';

/**
 * Makes the membership of a user what the directory says. This is all that a directory can do to members: it never
 * makes, changes or removes an Owner.
 * @param wasActive What the directory said before; false for a new user.
 * @throws {Problem} 403 for an Owner who would be removed, and where the organization is full.
 */
export async function syncMember(call: ScimCall, user: ScimUser, wasActive: boolean) {
  if (user.active) await admit(call, user);
  else await withdrawInvitation(call, user);
  if (!user.active && wasActive) await endMembership(call, user);
}

/** An active user is a member, or has an invitation where the organization does not own the domain. */
async function admit(call: ScimCall, user: ScimUser): Promise<void> {
  const { tx, organizationId } = call;
  if (user.accountId !== null) {
    if ((await rankOf(call, user.accountId)) !== undefined) return;
    if (await mayReturn(call, user.id)) return join(call, user, user.accountId);
    await unlink(call, user.id);
  }
  const address = addressOf(user);
  if (address === null || user.addressKey === null) return withdrawInvitation(call, user);
  const fellow = await fellowOf(call, user.addressKey);
  if (fellow !== undefined) {
    await link(call, user, fellow);
    // A member who was there before keeps the role until a group says otherwise.
    const mapped = { condition: `u.id = $2 AND ${HAS_MAPPED_GROUP}`, parameter: user.id };
    await applyProvisionedRoles(tx, organizationId, mapped, { ip: call.ip, details: call.by });
    return;
  }
  const [first, last] = namesOf(user, address);
  const [provisioned] = await tx.query<{ account: string; created: boolean }>(
    'SELECT account, created FROM provision_account($1, $2, $3, $4)',
    [address, user.addressKey, first, last],
  );
  if (provisioned === undefined) return inviteUser(call, user, address);
  // Its password may be of somebody who registered the address of another.
  if (!provisioned.created && !(await isProved(call, provisioned.account, user.addressKey))) {
    return inviteUser(call, user, address);
  }
  await link(call, user, provisioned.account, domainOf(user.addressKey));
  await join(call, user, provisioned.account, provisioned.created);
}

async function isProved({ tx }: ScimCall, accountId: string, key: string): Promise<boolean> {
  const [found] = await tx.query<{ proved: boolean }>('SELECT is_proved($1, $2) AS proved', [
    accountId,
    key,
  ]);
  return found?.proved === true;
}

const domainOf = (key: string) => key.slice(key.lastIndexOf('@') + 1);

/** Returns whether a user can be a member again: who accepted an invitation, or still has an address of a domain. */
async function mayReturn({ tx, organizationId }: ScimCall, userId: string): Promise<boolean> {
  const [user] = await tx.query<{ may: boolean }>(
    `SELECT domain IS NULL OR tenant_vouches_for(account_id) AS may FROM scim_users
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, userId],
  );
  return user?.may === true;
}

const unlink = ({ tx, organizationId }: ScimCall, userId: string) =>
  tx.query(
    `UPDATE scim_users SET account_id = NULL, domain = NULL WHERE organization_id = $1 AND id = $2`,
    [organizationId, userId],
  );

/** Connects a user with an account; `domain` is the one by which it becomes a member. */
async function link(
  call: ScimCall,
  user: ScimUser,
  accountId: string,
  domain: string | null = null,
): Promise<void> {
  await withdrawInvitation(call, user);
  await call.tx
    .query(
      'UPDATE scim_users SET account_id = $3, domain = $4 WHERE organization_id = $1 AND id = $2',
      [call.organizationId, user.id, accountId, domain],
    )
    .catch((error: unknown) => {
      if (!breaks(error, 'scim_users_account_once')) throw error;
      throw notUnique('Another user has the account of this address.');
    });
}

async function join(call: ScimCall, user: ScimUser, accountId: string, created = false) {
  const { tx, organizationId } = call;
  const role = await roleOfUser(tx, organizationId, user.id);
  await requireMemberRoom(call);
  await tx.query(
    'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
    [organizationId, accountId, role.id],
  );
  const details = { role: role.name, ...(created ? { account: 'created' } : {}) };
  await call.audit('member.provisioned', ['account', accountId], details);
}

/** Ends the membership, and the sessions of an account that was only made for it. */
export async function endMembership(call: ScimCall, user: ScimUser): Promise<void> {
  const { tx, organizationId } = call;
  const accountId =
    user.accountId ??
    (user.addressKey === null ? undefined : await fellowOf(call, user.addressKey));
  if (accountId === undefined) return;
  const rank = await rankOf(call, accountId);
  const role = rank === undefined ? undefined : ROLE_NAMES[rank];
  if (role === undefined) return;
  if (!mayAct(call.role, role)) {
    throw forbidden('A directory cannot remove an Owner. Change the role of this person first.');
  }
  await tx.query('DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2', [
    organizationId,
    accountId,
  ]);
  await invitationsOf(tx, organizationId).deleteEnded();
  await tx.query('SELECT end_provisioned_sessions($1)', [accountId]);
  await call.audit('member.deprovisioned', ['account', accountId], { role });
}

/** Locks a membership, and returns the rank of its role. */
async function rankOf({ tx, organizationId }: ScimCall, accountId: string) {
  const [membership] = await tx.query<{ rank: number }>(
    `SELECT r.rank FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     WHERE m.organization_id = $1 AND m.account_id = $2 FOR UPDATE OF m`,
    [organizationId, accountId],
  );
  return membership?.rank;
}

/** Returns the member who has confirmed an address. */
async function fellowOf({ tx, organizationId }: ScimCall, key: string) {
  const [fellow] = await tx.query<{ id: string }>(
    `SELECT e.account_id AS id FROM account_emails e JOIN memberships m ON m.account_id = e.account_id
     WHERE m.organization_id = $1 AND e.address_key = $2 AND e.confirmed_at IS NOT NULL`,
    [organizationId, key],
  );
  return fellow?.id;
}

/** Returns the first and the last name of an account for a user. */
function namesOf(user: ScimUser, address: string): [first: string, last: string] {
  const local = address.slice(0, address.lastIndexOf('@'));
  const names = [user.givenName, user.displayName, user.formattedName, local].map(toName);
  return [names.find(Boolean) ?? 'New', toName(user.familyName)];
}

const toName = (text: string | null) =>
  Array.from(storedName(text ?? ''))
    .slice(0, NAME_MAX)
    .join('');
