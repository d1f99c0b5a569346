import { emptySchema } from '@carrel/shared/contract';
import {
  accountRecoverySchema,
  completeRecoveryInputSchema,
  stopRecoveryInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { findLinkSubject } from '../../../platform/access/secrets/link-tokens.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { findPasswordHash } from '../passwords/account-repository.ts';
import { findMatchingHash } from '../passwords/passwords.ts';
import {
  pendingSecret,
  pendingSignIns,
  setPendingCookie,
} from '../second-step/pending-sign-ins.ts';
import { signInExpired } from '../second-step/sign-in-expired.ts';
import { networkLimits } from '../passwords/verify-credentials.ts';
import { completeRecovery } from './complete-recovery.ts';
import { findRecipient, type RecoveryRecipient } from './recovery-repository.ts';
import { startRecovery } from './start-recovery.ts';
import { stopRecovery } from './stop-recovery.ts';

const invalidLink = () => malformed('The recovery link is invalid or has expired');

/** Signing in without the second step, a day after asking for it. */
export function recoveryRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  const recipientOf = async (
    token: string,
    ...purposes: ('stop-recovery' | 'complete-recovery')[]
  ): Promise<RecoveryRecipient> => {
    for (const purpose of purposes) {
      const subject = await findLinkSubject(database, purpose, token);
      if (subject === undefined) continue;
      const recipient = await findRecipient(database, subject);
      if (recipient !== undefined) return recipient;
    }
    throw invalidLink();
  };

  routes.post(
    '/accounts/login/recovery',
    describeRoute('requestRecovery', 'Ask to sign in without the second step', {
      returns: accountRecoverySchema,
      errors: [401],
    }),
    async (c) => {
      const pending = await pendingSignIns(database).find(pendingSecret(c) ?? '');
      if (pending === undefined) throw signInExpired();
      await limits.take(limitOf('account-recovery', pending.accountId));
      return c.json({ due_at: await startRecovery(c, dependencies, pending) });
    },
  );

  // A second press finds it stopped, which is what it asked for.
  routes.post(
    '/accounts/login/recovery/stop',
    describeRoute('stopRecovery', 'Stop an account recovery by a link', {
      body: stopRecoveryInputSchema,
    }),
    async (c) => {
      const { token } = await readBody(c, stopRecoveryInputSchema);
      const { accountId } = await recipientOf(token, 'stop-recovery', 'complete-recovery');
      await database.transaction((tx) => stopRecovery(c, dependencies, tx, accountId));
      return c.body(null, 204);
    },
  );

  routes.post(
    '/accounts/login/recovery/complete',
    describeRoute('completeRecovery', 'Sign in by the link of an account recovery', {
      body: completeRecoveryInputSchema,
      returns: emptySchema,
    }),
    async (c) => {
      const { token, password } = await readBody(c, completeRecoveryInputSchema);
      const recipient = await recipientOf(token, 'complete-recovery');
      const { accountId } = recipient;
      const passwordHash = await limits.attempt(networkLimits(c, accountId), async () => {
        const stored = await findPasswordHash(database, accountId);
        const matches = await findMatchingHash(password, stored === undefined ? [] : [stored]);
        if (stored === undefined || matches !== 0) throw malformed('Incorrect password');
        return stored;
      });
      const verified = { ...recipient, passwordHash };
      const signedInto = await completeRecovery(c, dependencies, verified, token);
      if (signedInto === undefined) throw invalidLink();
      setPendingCookie(c, settings, undefined);
      return c.json({});
    },
  );

  return routes;
}
