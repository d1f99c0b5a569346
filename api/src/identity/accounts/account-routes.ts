import { currentUserSchema, emptySchema, registerInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { recordAudit, auditOf } from '../../platform/access/audit.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { authenticate } from '../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import { clientAddress } from '../../platform/http/origins/client-address.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { lastOwnerOf, notFound, notSignedIn } from '../../platform/http/problems.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { occasionOf } from '../../platform/mail/describe-occasion.ts';
import { networkMailLimit, recipientMailLimits } from '../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Queue } from '../../platform/queue.ts';
import { alreadyRegisteredMail, confirmEmailMail } from './account-mails.ts';
import {
  createAccount,
  deleteAccount,
  organizationsOf,
  saltOfAddress,
} from '../proofs/passwords/account-repository.ts';
import { bindClaimingBrowser } from './emails/claiming-browser.ts';
import { emailsOf, isTaken } from './emails/email-repository.ts';
import { checkPassword } from '../proofs/passwords/check-password.ts';
import { hashPassword } from '../proofs/passwords/passwords.ts';
import { accessTokenOf, clearSessionCookies } from '../../platform/access/session-cookies.ts';
import { findCurrentUser } from '../../platform/access/signed-in.ts';

type DeleteOrganization = (tx: Queryable, queue: Queue, id: string) => Promise<void>;

/** Registering, reading and deleting an account. */
export function accountRoutes(
  dependencies: Dependencies,
  deleteOrganization: DeleteOrganization,
): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/register',
    describeRoute('register', 'Create an account', {
      body: registerInputSchema,
      returns: emptySchema,
      status: 201,
    }),
    async (c) => {
      const input = await readBody(c, registerInputSchema);
      const { email_address: address } = input;
      await checkPassword('password', input.password, {
        names: [input.first_name, input.last_name],
        addresses: [address],
      });
      await limits.take(networkMailLimit(c));
      const mails = await limits.allows(...recipientMailLimits(c, 'confirmation', address));
      const passwordHash = await hashPassword(
        input.password,
        await saltOfAddress(database, address),
      );
      const occasion = occasionOf(c);
      const browser = bindClaimingBrowser(c, settings);
      await database.transaction(async (tx) => {
        if (await isTaken(tx, address)) {
          if (mails) await enqueueMail(tx, queue, alreadyRegisteredMail, { address, occasion });
          return;
        }
        // An account for each registration: another one of the same address may be an attacker's.
        const accountId = await createAccount(tx, {
          firstName: input.first_name,
          lastName: input.last_name,
          passwordHash,
        });
        const reference = await emailsOf(tx, accountId).add(address, { ...occasion, browser });
        if (mails) await enqueueMail(tx, queue, confirmEmailMail, { address, reference });
        await auditOf(c, tx, 'account.registered', ['account', accountId]);
      });
      return c.json({}, 201);
    },
  );

  routes.get(
    '/accounts/current',
    describeRoute('getCurrentUser', 'Get the signed-in account', {
      returns: currentUserSchema,
      errors: [401],
    }),
    async (c) => {
      // Every page that opens sends this request, so it is one query.
      const token = accessTokenOf(c);
      const user = token === undefined ? undefined : await findCurrentUser(database, token);
      if (user === undefined) throw notSignedIn();
      return c.json(user);
    },
  );

  routes.delete(
    '/accounts/:id',
    signedIn,
    describeRoute('deleteAccount', 'Delete the own account', { errors: [403, 409] }),
    async (c) => {
      const id = readId(c, 'id', 'account');
      if (id !== c.get('account').id) throw notFound('account');
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'deleteAccount');
        const organizations = await organizationsOf(tx, id);
        const outcome = await deleteAccount(tx, id, (organizationId) =>
          deleteOrganization(tx, queue, organizationId),
        );
        if (outcome.ownerless.length > 0) throw lastOwnerOf(outcome.ownerless);
        const left = { action: 'member.left', accountId: id, ip: clientAddress(c) };
        for (const organizationId of organizations) {
          await recordAudit(tx, { ...left, object: ['account', id], organizationId });
        }
        await auditOf(c, tx, 'account.deleted', ['account', id]);
      });
      clearSessionCookies(c, settings);
      return c.body(null, 204);
    },
  );

  return routes;
}
