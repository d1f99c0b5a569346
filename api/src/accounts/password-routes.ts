import { emailAddressInputSchema, resetPasswordInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit-of.ts';
import type { Dependencies } from '../dependencies.ts';
import { malformed } from '../http/problems.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { isLinkTokenValid, redeemLinkToken } from '../access/link-tokens.ts';
import { resetPasswordMail } from './account-mails.ts';
import { changePassword } from './account-repository.ts';
import { mailLimit } from './emails/mail-limit.ts';
import { hashPassword } from './passwords.ts';
import { sessionsOf } from './session-repository.ts';

const INVALID_LINK = 'The password reset link is invalid or has expired';

/** A forgotten password: requesting a link, and using it. */
export function passwordRoutes({ database, queue }: Dependencies): Hono<ApiEnv> {
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  // The account is looked up when the message is sent: a lookup here would show in the response time.
  routes.post('/accounts/reset-password', async (c) => {
    const { email_address: address } = await readBody(c, emailAddressInputSchema);
    await limits.take(mailLimit(c));
    await database.transaction(async (tx) => {
      await enqueueMail(tx, queue, resetPasswordMail, { address });
      await auditOf(c, tx, 'account.password_reset_requested', ['address'], { address });
    });
    return c.body(null, 204);
  });

  routes.put('/accounts/reset-password', async (c) => {
    const { token, new_password: password } = await readBody(c, resetPasswordInputSchema);
    if (!(await isLinkTokenValid(database, 'reset-password', token))) throw malformed(INVALID_LINK);
    const passwordHash = await hashPassword(password);
    await database.transaction(async (tx) => {
      const accountId = await redeemLinkToken(tx, 'reset-password', token);
      if (accountId === undefined) throw malformed(INVALID_LINK);
      if (!(await changePassword(tx, accountId, passwordHash))) throw malformed(INVALID_LINK);
      await sessionsOf(tx, accountId).endAll();
      await auditOf(c, tx, 'account.password_reset', ['account', accountId]);
    });
    return c.body(null, 204);
  });

  return routes;
}
