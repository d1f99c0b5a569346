import { changePasswordInputSchema, hasSecondFactor } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { invalid } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import {
  findPasswordHash,
  identityOf,
  replacePassword,
} from '../../proofs/passwords/account-repository.ts';
import { readFactors } from '../../proofs/factors/read-factors.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { passwordChangedMail } from '../../notices/owner-notices.ts';
import { findMatchingHash, hashPassword } from '../../proofs/passwords/passwords.ts';
import { sessionsOf } from '../../sessions/session-repository.ts';
import { trustedBrowsersOf } from '../../proofs/second-step/trusted-browsers.ts';
import { networkLimits } from '../../proofs/passwords/verify-credentials.ts';
import { checkPassword } from '../../proofs/passwords/check-password.ts';

const wrongPassword = () => invalid([{ path: 'current_password', message: 'Incorrect password' }]);

/** Changing the password of an account that is signed in. */
export function changePasswordRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  /** Returns the hash of the current password; null for an account without one. */
  const verifyCurrent = async (c: ApiContext, password: string | undefined) => {
    const { id } = c.get('account');
    const stored = await findPasswordHash(database, id);
    if (stored === undefined) return null;
    return limits.attempt(networkLimits(c, id), async () => {
      const matches = (await findMatchingHash(password ?? '', [stored])) === 0;
      if (!matches) throw wrongPassword();
      return stored;
    });
  };

  routes.put(
    '/accounts/password',
    authenticate(dependencies),
    describeRoute('changePassword', 'Change the own password', {
      body: changePasswordInputSchema,
      errors: [403],
    }),
    async (c) => {
      const input = await readBody(c, changePasswordInputSchema);
      const { id, sessionId } = c.get('account');
      const current = await verifyCurrent(c, input.current_password);
      await checkPassword('new_password', input.new_password, await identityOf(database, id));
      const passwordHash = await hashPassword(input.new_password);
      await c.var.transaction(async (tx, session) => {
        // The current password is enough for an account that has nothing else.
        if (current === null || hasSecondFactor(await readFactors(tx, id))) {
          requireReauthentication(session, 'changePassword');
        }
        if (!(await replacePassword(tx, id, current, passwordHash))) throw wrongPassword();
        await sessionsOf(tx, id).endOthers(sessionId);
        await trustedBrowsersOf(tx, id).forgetAll();
        await notifyOwner(tx, queue, passwordChangedMail, id, occasionOf(c));
        await auditOf(c, tx, 'account.password_changed', ['account', id]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
