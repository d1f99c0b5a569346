import { secondStepInputSchema, secondStepResultSchema } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { wrongCode, wrongRecoveryCode } from '../../proofs/second-step/code-limits.ts';
import { completeSignIn, proofOf } from './complete-sign-in.ts';
import {
  pendingSecret,
  pendingSignIns,
  setPendingCookie,
} from '../../proofs/second-step/pending-sign-ins.ts';
import { recordFailure } from '../../proofs/second-step/record-failure.ts';
import { setTrustedCookie, trustedBrowsersOf } from '../../proofs/second-step/trusted-browsers.ts';
import { signInExpired } from '../../proofs/second-step/sign-in-expired.ts';

/** The second step of a sign-in, and the browsers that are not asked for it. */
export function secondStepRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/login/second-step',
    describeRoute('completeSignIn', 'Complete a sign-in by a code', {
      body: secondStepInputSchema,
      returns: secondStepResultSchema,
      errors: [401],
    }),
    async (c) => {
      const { trust_browser: trustBrowser, ...input } = await readBody(c, secondStepInputSchema);
      const pending = await pendingSignIns(database).attempt(pendingSecret(c) ?? '');
      if (pending === undefined) throw signInExpired();
      const proof = proofOf(dependencies, pending.accountId, input);
      const completed = await limits.attempt(proof.limits(c), async () => {
        const found = await completeSignIn(c, dependencies, { pending, proof, trustBrowser });
        if (found !== undefined) return found;
        await recordFailure(c, dependencies, pending);
        if (pending.attemptsLeft === 0) throw signInExpired();
        throw input.code === undefined ? wrongRecoveryCode() : wrongCode();
      });
      setPendingCookie(c, settings, undefined);
      if (completed.trusted !== undefined) setTrustedCookie(c, settings, completed.trusted);
      return c.json({ recovery_codes: completed.recoveryCodes });
    },
  );

  routes.delete(
    '/accounts/trusted-browsers',
    authenticate(dependencies),
    describeRoute(
      'forgetTrustedBrowsers',
      'Forget the browsers that are not asked for a second step',
    ),
    async (c) => {
      const { id } = c.get('account');
      await c.var.transaction(async (tx) => {
        await trustedBrowsersOf(tx, id).forgetAll();
        await auditOf(c, tx, 'account.trusted_browsers_forgotten', ['account', id]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
