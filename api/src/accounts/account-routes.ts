import { acceptInvitationInputSchema, registerInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';

import { recordAudit } from '../access/audit.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit-of.ts';
import { authenticate } from '../access/authenticate.ts';
import { clientAddress } from '../http/origins/client-address.ts';
import type { Dependencies } from '../dependencies.ts';
import { conflict, lastOwner, malformed, notFound, notSignedIn } from '../http/problems.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { readId } from '../http/validate.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { acceptInvitation } from '../organizations/invitations.ts';
import { pipelineJobs } from '../pipeline/queues.ts';
import { createAccount, deleteAccount, organizationsOf } from './account-repository.ts';
import { addressKey, deleteClaims, emailsOf, isTaken } from './emails/email-repository.ts';
import { isLinkTokenValid } from '../access/link-tokens.ts';
import { mailLimit } from './emails/mail-limit.ts';
import { hashPassword } from './passwords.ts';
import { ACCESS_COOKIE, clearSessionCookies } from '../access/session-cookies.ts';
import { findCurrentUser } from '../access/signed-in.ts';

const INVALID_INVITATION = 'Invalid invitation token';

/** Registering, reading and deleting an account. */
export function accountRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post('/accounts/register', async (c) => {
    const input = await readBody(c, registerInputSchema);
    await limits.take(mailLimit(c));
    const passwordHash = await hashPassword(input.password);
    await database.transaction(async (tx) => {
      if (await isTaken(tx, input.email_address)) {
        await enqueueMail(tx, queue, { kind: 'already-registered', address: input.email_address });
        return;
      }
      await deleteClaims(tx, addressKey(input.email_address));
      const accountId = await createAccount(tx, {
        firstName: input.first_name,
        lastName: input.last_name,
        passwordHash,
      });
      const emailId = await emailsOf(tx, accountId).add(input.email_address);
      await enqueueMail(tx, queue, {
        kind: 'confirm-email',
        address: input.email_address,
        ...(emailId === undefined ? {} : { reference: emailId }),
      });
      await auditOf(c, tx, 'account.registered', ['account', accountId]);
    });
    return c.json({}, 201);
  });

  routes.get('/accounts/current', async (c) => {
    // Every page that opens sends this request, so it is one query.
    const token = getCookie(c, ACCESS_COOKIE);
    const user = token === undefined ? undefined : await findCurrentUser(database, token);
    if (user === undefined) throw notSignedIn();
    return c.json(user);
  });

  routes.post('/accounts/accept-invitation', async (c) => {
    const input = await readBody(c, acceptInvitationInputSchema);
    if (!(await isLinkTokenValid(database, 'invitation', input.invitation_token))) {
      throw malformed(INVALID_INVITATION);
    }
    const passwordHash = await hashPassword(input.password);
    await database.transaction(async (tx) => {
      const accepted = await acceptInvitation(tx, input.invitation_token, {
        firstName: input.first_name,
        lastName: input.last_name,
        passwordHash,
      });
      if (accepted === undefined) throw malformed(INVALID_INVITATION);
      if (accepted === 'has-account') {
        throw conflict('You already have an account. Please sign in to join the organization.');
      }
      const { accountId, organizationId, role } = accepted;
      await recordAudit(tx, {
        action: 'invitation.accepted',
        object: ['account', accountId],
        organizationId,
        accountId,
        ip: clientAddress(c),
        details: { role },
      });
    });
    return c.json({}, 201);
  });

  routes.delete('/accounts/:id', signedIn, async (c) => {
    const id = readId(c, 'id', 'account');
    if (id !== c.get('account').id) throw notFound('account');
    await database.transaction(async (tx) => {
      const organizations = await organizationsOf(tx, id);
      const empty = await deleteAccount(tx, id);
      if (empty === 'last-owner') throw lastOwner();
      for (const organizationId of empty) {
        await pipelineJobs.removeOrganization(queue, tx, { organizationId });
      }
      const left = { action: 'member.left', accountId: id, ip: clientAddress(c) };
      for (const organizationId of organizations) {
        await recordAudit(tx, { ...left, object: ['account', id], organizationId });
      }
      await auditOf(c, tx, 'account.deleted', ['account', id]);
    });
    clearSessionCookies(c, settings);
    return c.body(null, 204);
  });

  return routes;
}
