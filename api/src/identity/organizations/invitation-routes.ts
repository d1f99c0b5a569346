import { invitationListSchema, RESEND_SECONDS, type RoleName } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { revokeLinkToken } from '../../platform/access/secrets/link-tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import { notFound, tooManyRequests } from '../../platform/http/problems.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { invitationLimits } from '../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invitationMail } from './mails/invitation-mail.ts';
import { invitationsOf } from './invitation-repository.ts';
import { checkInvitation } from './invitations.ts';

const ONE = '/organizations/:id/invitations/:invitationId';

/** The pending invitations of the organization in the path. */
export function invitationRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);

  routes.get(
    '/organizations/:id/invitations',
    member,
    describeRoute('listInvitations', 'List the open invitations', {
      returns: invitationListSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      const invitations = await database.read(id, (tx) => invitationsOf(tx, id).list());
      return c.json({ invitations });
    },
  );

  routes.post(
    `${ONE}/resend`,
    member,
    allow('Admin', 'resend invitations'),
    describeRoute('resendInvitation', 'Send an invitation again'),
    async (c) => {
      const { id } = c.get('organization');
      const invitationId = readId(c, 'invitationId', 'invitation');
      const due = await database.read(id, (tx) =>
        invitationsOf(tx, id).addressToRemind(invitationId, RESEND_SECONDS),
      );
      if (due !== undefined) await limits.take(...invitationLimits(c.get('account').id, id, due));
      const resend = async (tx: Queryable, role: RoleName) => {
        const invitations = invitationsOf(tx, id);
        const pending = await invitations.lock(invitationId);
        if (pending === undefined) throw notFound('invitation');
        checkInvitation(role, pending.role, 'resend');
        const wait = await invitations.renew(invitationId, RESEND_SECONDS);
        if (wait !== undefined) {
          throw tooManyRequests(
            wait,
            'This invitation was sent less than a minute ago. Please wait before sending it again.',
          );
        }
        await enqueueMail(tx, queue, invitationMail, {
          address: pending.address,
          reference: invitationId,
        });
        await auditOf(c, tx, 'invitation.resent', ['invitation', invitationId], {
          role: pending.role,
        });
      };
      // Links belong to no organization: the old one is revoked ahead of the tenant's transaction. It is
      // kept by a rollback if the invitation belongs to another organization.
      await c.var.tenant(resend, (tx) => revokeLinkToken(tx, 'invitation', invitationId));
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Admin', 'revoke invitations'),
    describeRoute('revokeInvitation', 'Revoke an invitation'),
    async (c) => {
      const { id } = c.get('organization');
      const invitationId = readId(c, 'invitationId', 'invitation');
      await c.var.tenant(async (tx, role) => {
        const invitations = invitationsOf(tx, id);
        const pending = await invitations.lock(invitationId);
        if (pending === undefined) throw notFound('invitation');
        checkInvitation(role, pending.role, 'revoke');
        await invitations.delete(invitationId);
        await auditOf(c, tx, 'invitation.revoked', ['invitation', invitationId], {
          role: pending.role,
        });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
