import { mailedCodeInputSchema, mailedCodeSentSchema } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { confirmFactor } from '../../../platform/access/sessions.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { networkMailLimit, recipientMailLimits } from '../../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { codeLimits } from '../second-step/code-limits.ts';
import { requireConfirmableAddresses } from './confirmable-addresses.ts';
import { mailedCodeMail } from './mailed-code-mail.ts';
import { redeemMailedCode } from './mailed-codes.ts';

const PATH = '/accounts/reauthenticate/mail';

const wrongCode = () =>
  malformed(
    'This code is wrong or has expired. Enter the one of the last mail, or send a new one.',
  );

/** Authenticating again in a session by a mail, for accounts without a factor of their own. */
export function mailedCodeRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post(
    PATH,
    signedIn,
    describeRoute('mailReauthenticationCode', 'Mail a code to authenticate again by', {
      returns: mailedCodeSentSchema,
      errors: [403, 409, 429],
    }),
    async (c) => {
      const { id, sessionId } = c.get('account');
      const own = await requireConfirmableAddresses(database, id);
      await limits.take(
        networkMailLimit(c),
        ...own.flatMap(({ address }) => recipientMailLimits(c, 'reauthentication', address)),
      );
      const occasion = occasionOf(c);
      const addresses = await c.var.transaction(async (tx) => {
        const confirmable = await requireConfirmableAddresses(tx, id);
        for (const { address } of confirmable) {
          await enqueueMail(tx, queue, mailedCodeMail, { address, reference: sessionId, occasion });
        }
        await auditOf(c, tx, 'session.code_mailed', ['session', sessionId]);
        return confirmable.map(({ address }) => address);
      });
      return c.json({ email_addresses: addresses });
    },
  );

  routes.put(
    PATH,
    signedIn,
    describeRoute('confirmByMail', 'Authenticate again by a code that was mailed', {
      body: mailedCodeInputSchema,
      errors: [403, 409],
    }),
    async (c) => {
      const { code } = await readBody(c, mailedCodeInputSchema);
      const { id, sessionId } = c.get('account');
      await limits.attempt(codeLimits(c, 'mailed-code', id), () =>
        c.var.transaction(async (tx) => {
          const confirmable = await requireConfirmableAddresses(tx, id);
          const emailId = await redeemMailedCode(tx, sessionId, code);
          if (!confirmable.some((own) => own.id === emailId)) throw wrongCode();
          await confirmFactor(tx, sessionId, 'mail');
          await auditOf(c, tx, 'session.mail_confirmed', ['session', sessionId]);
        }),
      );
      return c.body(null, 204);
    },
  );

  return routes;
}
