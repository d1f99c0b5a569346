import { loginInputSchema, reauthenticateInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { addressKey } from '../access/address-key.ts';
import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit-of.ts';
import { authenticate } from '../access/authenticate.ts';
import { clientAddress, clientNetwork } from '../http/origins/client-address.ts';
import type { Dependencies } from '../dependencies.ts';
import { forbidden, malformed, notFound } from '../http/problems.ts';
import { Problem } from '../http/problem.ts';
import { RateLimits, type Limit } from '../http/limits/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { readId } from '../http/validate.ts';
import { findCredentials, findPasswordHash } from './account-repository.ts';
import { verifyPassword } from './passwords.ts';
import { sessionsOf } from './session-repository.ts';
import {
  clearSessionCookies,
  refreshTokenOf,
  setSessionCookies,
} from '../access/session-cookies.ts';
import {
  confirmPassword,
  endSession,
  openSession,
  rotateSession,
  type Visitor,
} from '../access/sessions.ts';

const MINUTE = 60;
const WRONG_CREDENTIALS = 'Incorrect email or password';
const WRONG_PASSWORD = 'Incorrect password';

/** Signing in and out, and the sessions of an account. */
export function sessionRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post('/accounts/login', async (c) => {
    const input = await readBody(c, loginInputSchema);
    const credentials = await limits.attempt(
      guessLimits(c, addressKey(input.email_address)),
      async () => {
        const found = await findCredentials(database, input.email_address);
        const matches = await verifyPassword(input.password, found?.passwordHash);
        if (found === undefined || !matches) throw malformed(WRONG_CREDENTIALS);
        return found;
      },
    );
    if (!credentials.confirmed) {
      throw forbidden('Please confirm your email address before signing in');
    }
    const verified = { ...credentials, addressKey: addressKey(input.email_address) };
    const tokens = await openSession(database, verified, visitorOf(c), settings);
    if (tokens === undefined) throw malformed(WRONG_CREDENTIALS);
    setSessionCookies(c, settings, tokens);
    return c.json({});
  });

  routes.post('/accounts/reauthenticate', signedIn, async (c) => {
    const { password } = await readBody(c, reauthenticateInputSchema);
    const { id, sessionId } = c.get('account');
    const passwordHash = await limits.attempt(guessLimits(c, id), async () => {
      const stored = await findPasswordHash(database, id);
      const matches = await verifyPassword(password, stored);
      if (stored === undefined || !matches) throw malformed(WRONG_PASSWORD);
      return stored;
    });
    await c.var.transaction(async (tx) => {
      if (!(await confirmPassword(tx, sessionId, passwordHash))) throw malformed(WRONG_PASSWORD);
      await auditOf(c, tx, 'session.password_confirmed', ['session', sessionId]);
    });
    return c.body(null, 204);
  });

  routes.put('/accounts/sessions', async (c) => {
    const token = refreshTokenOf(c) ?? '';
    const tokens = await rotateSession(database, token, visitorOf(c), settings);
    if (tokens === undefined) {
      clearSessionCookies(c, settings);
      throw new Problem(401, 'Your session has ended. Please sign in again.');
    }
    setSessionCookies(c, settings, tokens);
    return c.body(null, 204);
  });

  routes.post('/accounts/logout', signedIn, async (c) => {
    const { id, sessionId } = c.get('account');
    await c.var.transaction(async (tx) => {
      await endSession(tx, id, sessionId);
      await auditOf(c, tx, 'session.closed', ['session', sessionId]);
    });
    clearSessionCookies(c, settings);
    return c.body(null, 204);
  });

  routes.get('/accounts/sessions', signedIn, async (c) => {
    const { id, sessionId } = c.get('account');
    return c.json({ sessions: await sessionsOf(database, id).list(sessionId) });
  });

  routes.delete('/accounts/sessions', signedIn, async (c) => {
    const { id, sessionId } = c.get('account');
    await c.var.transaction(async (tx) => {
      await sessionsOf(tx, id).endOthers(sessionId);
      await auditOf(c, tx, 'session.others_revoked', ['session', sessionId]);
    });
    return c.body(null, 204);
  });

  routes.delete('/accounts/sessions/:id', signedIn, async (c) => {
    const { id: accountId, sessionId } = c.get('account');
    const id = readId(c, 'id', 'session');
    if (id === sessionId) throw malformed('Cannot revoke current session');
    await c.var.transaction(async (tx) => {
      if (!(await endSession(tx, accountId, id))) throw notFound('session');
      await auditOf(c, tx, 'session.revoked', ['session', id]);
    });
    return c.body(null, 204);
  });

  return routes;
}

function visitorOf(c: ApiContext): Visitor {
  return { userAgent: c.req.header('User-Agent'), address: clientAddress(c) };
}

/** Limits for password guesses from one network: at one account, by address or id, and at all accounts. */
function guessLimits(c: ApiContext, target: string): Limit[] {
  const network = clientNetwork(clientAddress(c));
  return [
    { subject: ['login', network, target], times: 10, seconds: 15 * MINUTE },
    { subject: ['login', network], times: 100, seconds: 60 * MINUTE },
  ];
}
