import {
  confirmEmailInputSchema,
  createdSchema,
  emailAddressInputSchema,
  emailListSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { addressKey } from '../../../platform/access/address-key.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { conflict, malformed, notFound } from '../../../platform/http/problems.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { networkMailLimit, recipientMailLimits } from '../../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { bindClaimingBrowser, claimingBrowser } from './claiming-browser.ts';
import { confirmEmail, emailsOf, lockClaims } from './email-repository.ts';
import { findLinkSubject, redeemLinkToken } from '../../../platform/access/secrets/link-tokens.ts';
import { confirmEmailAgainMail, confirmEmailMail } from '../account-mails.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { addressAddedMail } from '../../notices/owner-notices.ts';
import { accessTokenOf } from '../../../platform/access/session-cookies.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import { findSession } from '../../../platform/access/signed-in.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';

const INVALID_LINK = 'The confirmation link is invalid or has expired';

/** The addresses of an account and their confirmation. */
export function emailRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/accounts/emails',
    signedIn,
    describeRoute('listEmails', 'List the own e-mail addresses', { returns: emailListSchema }),
    async (c) => c.json({ emails: await emailsOf(database, c.get('account').id).list() }),
  );

  routes.post(
    '/accounts/emails',
    signedIn,
    describeRoute('addEmail', 'Add an e-mail address', {
      body: emailAddressInputSchema,
      returns: createdSchema,
      status: 201,
      errors: [403, 409],
    }),
    async (c) => {
      const { email_address: address } = await readBody(c, emailAddressInputSchema);
      await limits.take(networkMailLimit(c));
      const mails = await limits.allows(...recipientMailLimits(c, 'confirmation', address));
      const accountId = c.get('account').id;
      const occasion = occasionOf(c, address);
      const browser = bindClaimingBrowser(c, settings);
      const id = await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'addEmail');
        const added = await emailsOf(tx, accountId).add(address, { ...occasion, browser });
        if (added === undefined) throw conflict('You already have this email address.');
        if (mails) await enqueueMail(tx, queue, confirmEmailMail, { address, reference: added });
        await notifyOwner(tx, queue, addressAddedMail, accountId, occasion);
        await auditOf(c, tx, 'email.added', ['email', added]);
        await keepResponse(c, tx, { id: added });
        return added;
      });
      return c.json({ id }, 201);
    },
  );

  routes.delete(
    '/accounts/emails/:id',
    signedIn,
    describeRoute('removeEmail', 'Remove an e-mail address', { errors: [403, 409] }),
    async (c) => {
      const id = readId(c, 'id', 'email address');
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'removeEmail');
        const outcome = await emailsOf(tx, c.get('account').id).delete(id);
        if (outcome === 'absent') throw notFound('email address');
        if (outcome === 'last')
          throw conflict('You cannot remove your last confirmed email address.');
        await auditOf(c, tx, 'email.removed', ['email', id]);
      });
      return c.body(null, 204);
    },
  );

  // Public, as a person who has not confirmed an address cannot sign in. The response is the same for
  // any address.
  routes.post(
    '/accounts/confirm-email',
    describeRoute('requestEmailConfirmation', 'Send the confirmation of an e-mail address again', {
      body: emailAddressInputSchema,
    }),
    async (c) => {
      const { email_address: address } = await readBody(c, emailAddressInputSchema);
      await limits.take(networkMailLimit(c), limitOf('confirm-email', addressKey(address)));
      const mails = await limits.allows(...recipientMailLimits(c, 'confirmation', address));
      const token = accessTokenOf(c);
      const session = token === undefined ? undefined : await findSession(database, token);
      await database.transaction(async (tx) => {
        if (mails) {
          await enqueueMail(tx, queue, confirmEmailAgainMail, {
            address,
            reference: session?.accountId,
            occasion: occasionOf(c),
          });
        }
        await auditOf(c, tx, 'email.confirmation_requested', ['address'], { address });
      });
      return c.body(null, 204);
    },
  );

  routes.put(
    '/accounts/confirm-email',
    describeRoute('confirmEmail', 'Confirm an e-mail address', { body: confirmEmailInputSchema }),
    async (c) => {
      const { token } = await readBody(c, confirmEmailInputSchema);
      await database.transaction(async (tx) => {
        const claimed = await findLinkSubject(tx, 'confirm-email', token);
        if (claimed === undefined) throw malformed(INVALID_LINK);
        await lockClaims(tx, claimed);
        const emailId = await redeemLinkToken(tx, 'confirm-email', token);
        if (emailId === undefined) throw malformed(INVALID_LINK);
        const accountId = await confirmEmail(tx, emailId, claimingBrowser(c));
        if (accountId === undefined) throw malformed(INVALID_LINK);
        await auditOf(c, tx, 'email.confirmed', ['email', emailId], { accountId });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
