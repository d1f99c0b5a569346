import { emailAddressInputSchema, resetPasswordInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { networkMailLimit, recipientMailLimits } from '../../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { findLinkSubject, redeemLinkToken } from '../../../platform/access/secrets/link-tokens.ts';
import { resetPasswordMail } from '../account-mails.ts';
import { changePassword, identityOf } from '../../proofs/passwords/account-repository.ts';
import { proveByReset } from '../emails/proved-addresses.ts';
import { checkPassword } from '../../proofs/passwords/check-password.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { passwordChangedMail } from '../../notices/owner-notices.ts';
import { hashPassword } from '../../proofs/passwords/passwords.ts';
import { grantsOf } from '../../oauth/grants/grant-repository.ts';
import { pendingSignIns } from '../../proofs/second-step/pending-sign-ins.ts';
import { trustedBrowsersOf } from '../../proofs/second-step/trusted-browsers.ts';
import { sessionsOf } from '../../sessions/session-repository.ts';
import { knownBrowsersOf } from '../../sessions/known-browsers.ts';

const INVALID_LINK = 'The password reset link is invalid or has expired';

/** A forgotten password: requesting a link, and using it. */
export function passwordRoutes({ database, queue }: Dependencies): Hono<ApiEnv> {
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  // The account is looked up when the message is sent: a lookup here would show in the response time.
  routes.post(
    '/accounts/reset-password',
    describeRoute('requestPasswordReset', 'Send a link that resets the password', {
      body: emailAddressInputSchema,
    }),
    async (c) => {
      const { email_address: address } = await readBody(c, emailAddressInputSchema);
      await limits.take(networkMailLimit(c));
      const mails = await limits.allows(...recipientMailLimits(c, 'reset', address));
      await database.transaction(async (tx) => {
        if (mails) {
          await enqueueMail(tx, queue, resetPasswordMail, { address, occasion: occasionOf(c) });
        }
        await auditOf(c, tx, 'account.password_reset_requested', ['address'], { address });
      });
      return c.body(null, 204);
    },
  );

  routes.put(
    '/accounts/reset-password',
    describeRoute('resetPassword', 'Set a new password by a link', {
      body: resetPasswordInputSchema,
    }),
    async (c) => {
      const { token, new_password: password } = await readBody(c, resetPasswordInputSchema);
      const subject = await findLinkSubject(database, 'reset-password', token);
      if (subject === undefined) throw malformed(INVALID_LINK);
      await checkPassword('new_password', password, await identityOf(database, subject));
      const passwordHash = await hashPassword(password);
      await database.transaction(async (tx) => {
        const accountId = await redeemLinkToken(tx, 'reset-password', token);
        if (accountId === undefined) throw malformed(INVALID_LINK);
        if (!(await changePassword(tx, accountId, passwordHash))) throw malformed(INVALID_LINK);
        await sessionsOf(tx, accountId).endAll();
        await grantsOf(tx, accountId).endAll();
        await knownBrowsersOf(tx, accountId).deleteAll();
        // The second step stays: a person who reads the mailbox still needs it.
        await pendingSignIns(tx).removeAllOf(accountId);
        await trustedBrowsersOf(tx, accountId).forgetAll();
        await proveByReset(tx, accountId);
        await notifyOwner(tx, queue, passwordChangedMail, accountId, occasionOf(c));
        await auditOf(c, tx, 'account.password_reset', ['account', accountId]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
