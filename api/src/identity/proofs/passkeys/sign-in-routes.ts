import { emptySchema, UNCONFIRMED_ADDRESS } from '@carrel/shared/contract';
import {
  passkeyRequestOptionsSchema,
  usePasskeyInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { forbidden } from '../../../platform/http/problems.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { byNetwork, limit } from '../../../platform/http/limits/limit.ts';
import { signInBrowser, type SignIn } from '../../sessions/sign-in-browser.ts';
import { issueChallenge, redeemChallenge } from './challenges.ts';
import { requestOptions } from './passkey-options.ts';
import { relyingPartyOf } from './relying-party.ts';
import { passkeyCopied, usePasskey } from './use-passkey.ts';
import { passkeyUnknown, verifyUsed } from './verify-passkey.ts';

/** Signing in by a passkey. It says whose it is: no account is named. */
export function passkeySignInRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const party = relyingPartyOf(settings);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/login/passkey/options',
    limit(database, 'passkey-challenge', byNetwork),
    describeRoute('startPasskeySignIn', 'Get what a browser needs to sign in by a passkey', {
      returns: passkeyRequestOptionsSchema,
      errors: [503],
    }),
    async (c) => {
      const challenge = await issueChallenge(database, { purpose: 'sign-in' });
      return c.json(requestOptions(party, challenge));
    },
  );

  routes.post(
    '/accounts/login/passkey',
    describeRoute('signInByPasskey', 'Sign in by a passkey', {
      body: usePasskeyInputSchema,
      returns: emptySchema,
      errors: [403],
    }),
    async (c) => {
      const { passkey } = await readBody(c, usePasskeyInputSchema);
      await limits.attempt([limitOf('passkey-refused', byNetwork(c))], async () => {
        const proof = await verifyUsed(database, party, passkey);
        const signedIn = await signInBrowser<SignIn>(c, dependencies, async (tx) => {
          await lockConfirmed(tx, proof.accountId);
          await redeemChallenge(tx, proof.challenge, { purpose: 'sign-in' });
          if (!(await usePasskey(c, tx, dependencies, proof))) return undefined;
          return { accountId: proof.accountId, methods: ['passkey'], isReauthenticated: true };
        });
        if (signedIn === undefined) throw passkeyCopied();
      });
      return c.json({});
    },
  );

  return routes;
}

/**
 * Locks an account, for which a password reset waits before it ends all sessions.
 * @throws {Problem} 403 for an account without a confirmed address.
 */
async function lockConfirmed(tx: Queryable, accountId: string): Promise<void> {
  const [account] = await tx.query<{ confirmed: boolean }>(
    `SELECT EXISTS (SELECT FROM account_emails e
       WHERE e.account_id = a.id AND e.confirmed_at IS NOT NULL) AS confirmed
     FROM accounts a WHERE a.id = $1 FOR SHARE`,
    [accountId],
  );
  if (account === undefined) throw passkeyUnknown();
  if (!account.confirmed) throw forbidden(UNCONFIRMED_ADDRESS);
}
