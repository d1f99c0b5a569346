import {
  changeRoleInputSchema,
  emptySchema,
  GUEST,
  inviteMemberInputSchema,
  memberListSchema,
  type RoleName,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { workspacesOf } from '../../content/workspaces/workspace-repository.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import { allow, inOrganizationOfPath, mayAct } from '../../platform/access/authenticate.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import { conflict, forbidden, invalid, lastOwner, notFound } from '../../platform/http/problems.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { invitationLimits } from '../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { requireRoom } from '../../platform/quotas/require-room.ts';
import { invitationMail } from './mails/invitation-mail.ts';
import { invitationsOf } from './invitation-repository.ts';
import { checkInvitation, invite } from './invitations.ts';
import { membersOf } from './member-repository.ts';

/** The members of the organization in the path, and their roles. */
export function memberRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const { quotas } = dependencies.settings;
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);

  routes.get(
    '/organizations/:id/members',
    member,
    describeRoute('listMembers', 'List the members', { returns: memberListSchema }),
    async (c) => {
      const { id, role } = c.get('organization');
      const members = await database.read(id, (tx) =>
        membersOf(tx, id).list(mayAct(role, 'Admin')),
      );
      return c.json({ members });
    },
  );

  routes.post(
    '/organizations/:id/members',
    member,
    allow('Admin', 'invite members'),
    describeRoute('inviteMember', 'Invite a person', {
      body: inviteMemberInputSchema,
      returns: emptySchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id } = c.get('organization');
      const input = await readBody(c, inviteMemberInputSchema);
      const { email_address: address, role_id: roleId, workspace_id: guestOf } = input;
      await limits.take(...invitationLimits(c.get('account').id, id, address));
      await c.var.tenant(async (tx, role, session) => {
        const members = membersOf(tx, id);
        // Of two invitations of one address, the second replaces the first, and must be allowed to.
        await members.lock();
        const offered = checkGrant(role, await members.roleName(roleId));
        checkInvitation(role, await invitationsOf(tx, id).roleOffered(address), 'replace');
        if (offered === 'Owner') requireReauthentication(session, 'inviteMember');
        if (guestOf !== undefined)
          await checkGuest(tx, id, { role: offered, workspaceId: guestOf });
        if (await members.hasAddress(address)) {
          throw conflict('This person is already a member of the organization.');
        }
        const kind = guestOf === undefined ? 'members' : 'guests';
        await requireRoom(tx, { organizationId: id, quotas }, kind, 1, {
          pending: () => invitationsOf(tx, id).countOpen(kind, address),
        });
        const invitation = await invite(tx, id, c.get('account').id, { address, roleId, guestOf });
        await enqueueMail(tx, queue, invitationMail, { address, reference: invitation });
        await auditOf(c, tx, 'member.invited', ['invitation', invitation], {
          role: guestOf === undefined ? offered : GUEST,
        });
        await keepResponse(c, tx, {});
      });
      return c.json({}, 201);
    },
  );

  routes.patch(
    '/organizations/:id/members/:accountId',
    member,
    allow('Admin', 'change the roles of members'),
    describeRoute('changeRole', 'Change the role of a member', {
      body: changeRoleInputSchema,
      errors: [409],
    }),
    async (c) => {
      const { id } = c.get('organization');
      const accountId = readId(c, 'accountId', 'member');
      const { role_id: roleId } = await readBody(c, changeRoleInputSchema);
      await c.var.tenant(async (tx, role, session) => {
        const members = membersOf(tx, id);
        await members.lock();
        const current = checkTarget(role, await members.roleOf(accountId));
        const next = checkGrant(role, await members.roleName(roleId));
        if (next === 'Owner') requireReauthentication(session, 'changeRole');
        const isGuest = await members.isGuest(accountId);
        if (isGuest) await requireRoom(tx, { organizationId: id, quotas }, 'members', 1);
        const leavesNoOwner = current === 'Owner' && next !== 'Owner';
        if (leavesNoOwner && !(await members.hasOtherOwner(accountId))) throw lastOwner();
        await members.changeRole(accountId, roleId);
        await invitationsOf(tx, id).deleteEnded();
        await auditOf(c, tx, 'member.role_changed', ['account', accountId], {
          from: isGuest ? GUEST : current,
          to: next,
        });
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/organizations/:id/members/:accountId',
    member,
    allow('Admin', 'remove members'),
    describeRoute('removeMember', 'Remove a member', { errors: [409] }),
    async (c) => {
      const { id } = c.get('organization');
      const accountId = readId(c, 'accountId', 'member');
      await c.var.tenant(async (tx, role) => {
        const members = membersOf(tx, id);
        await members.lock();
        const current = checkTarget(role, await members.roleOf(accountId));
        if (current === 'Owner' && !(await members.hasOtherOwner(accountId))) throw lastOwner();
        await members.remove(accountId);
        await invitationsOf(tx, id).deleteEnded();
        await auditOf(c, tx, 'member.removed', ['account', accountId]);
      });
      return c.body(null, 204);
    },
  );

  routes.post(
    '/organizations/:id/leave',
    inOrganizationOfPath(dependencies, { anySession: true, guests: true }),
    describeRoute('leaveOrganization', 'Leave an organization', { errors: [409] }),
    async (c) => {
      const { id } = c.get('organization');
      const { id: accountId } = c.get('account');
      await c.var.tenant(async (tx) => {
        const members = membersOf(tx, id);
        await members.lock();
        const current = await members.roleOf(accountId);
        if (current === 'Owner' && !(await members.hasOtherOwner(accountId))) throw lastOwner();
        await members.remove(accountId);
        await invitationsOf(tx, id).deleteEnded();
        await auditOf(c, tx, 'member.left', ['account', accountId], { role: current });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** Refuses to grant a role above the caller's own. */
function checkGrant(own: RoleName, granted: RoleName | undefined): RoleName {
  if (granted === undefined) {
    throw invalid([{ path: 'role_id', message: 'Role must be one of the organization' }]);
  }
  if (!mayAct(own, granted)) throw forbidden(`Only an Owner can make someone an ${granted}.`);
  return granted;
}

/** Refuses to change or remove a member whose role is above the caller's own. */
function checkTarget(own: RoleName, current: RoleName | undefined): RoleName {
  if (current === undefined) throw notFound('member');
  if (!mayAct(own, current)) throw forbidden('Only an Owner can change or remove an Owner.');
  return current;
}

/**
 * Requires that a guest is invited as a Viewer, to a workspace that the caller can reach.
 * @throws {Problem} 404 for another workspace, 422 for another role.
 */
async function checkGuest(
  tx: Queryable,
  organizationId: string,
  { role, workspaceId }: { role: RoleName; workspaceId: string },
): Promise<void> {
  if (role !== 'Viewer') {
    throw invalid([{ path: 'role_id', message: 'A guest has the role Viewer' }]);
  }
  if (!(await workspacesOf(tx, organizationId).exists(workspaceId))) throw notFound('workspace');
}
