import {
  passkeyRequestOptionsSchema,
  usePasskeyInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { conflict } from '../../../platform/http/problems.ts';
import { issueChallenge, redeemChallenge } from './challenges.ts';
import { requestOptions } from './passkey-options.ts';
import { confirmFactor } from '../../../platform/access/sessions.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { byNetwork, limit } from '../../../platform/http/limits/limit.ts';
import { passkeysOf } from './passkey-repository.ts';
import { relyingPartyOf } from './relying-party.ts';
import { passkeyCopied, usePasskey } from './use-passkey.ts';
import { passkeyUnknown, verifyUsed } from './verify-passkey.ts';

const noPasskey = () => conflict('Your account has no passkey.');

/** Authenticating again in a session, by a passkey of its account. */
export function passkeyReauthenticationRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const party = relyingPartyOf(settings);
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/reauthenticate/passkey/options',
    signedIn,
    limit(database, 'passkey-challenge', byNetwork),
    describeRoute(
      'startPasskeyReauthentication',
      'Get what a browser needs to authenticate again by a passkey',
      { returns: passkeyRequestOptionsSchema, errors: [409, 503] },
    ),
    async (c) => {
      const { id, sessionId } = c.get('account');
      const options = await c.var.transaction(async (tx) => {
        const allowed = await passkeysOf(tx, id).descriptors();
        if (allowed.length === 0) throw noPasskey();
        const challenge = await issueChallenge(tx, { purpose: 'reauthentication', sessionId });
        return requestOptions(party, challenge, allowed);
      });
      return c.json(options);
    },
  );

  routes.post(
    '/accounts/reauthenticate/passkey',
    signedIn,
    describeRoute('confirmByPasskey', 'Authenticate again by a passkey', {
      body: usePasskeyInputSchema,
      errors: [403],
    }),
    async (c) => {
      const { passkey } = await readBody(c, usePasskeyInputSchema);
      const { id, sessionId } = c.get('account');
      await limits.attempt([limitOf('passkey-refused', byNetwork(c))], async () => {
        const proof = await verifyUsed(database, party, passkey);
        if (proof.accountId !== id) throw passkeyUnknown();
        const isUsed = await c.var.transaction(async (tx) => {
          const purpose = { purpose: 'reauthentication', sessionId } as const;
          await redeemChallenge(tx, proof.challenge, purpose);
          if (!(await usePasskey(c, tx, dependencies, proof))) return false;
          await confirmFactor(tx, sessionId, 'passkey');
          await auditOf(c, tx, 'session.passkey_confirmed', ['session', sessionId]);
          return true;
        });
        if (!isUsed) throw passkeyCopied();
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
