import {
  emptySchema,
  loginInputSchema,
  reauthenticateInputSchema,
  sessionListSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../http/description/describe-route.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit.ts';
import { authenticate } from '../access/authenticate.ts';
import type { Dependencies } from '../dependencies.ts';
import { malformed, notFound } from '../http/problems.ts';
import { Problem } from '../http/problem.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { readBody } from '../http/bodies/read-body.ts';
import { readId } from '../http/bodies/validate.ts';
import { findPasswordHash } from './account-repository.ts';
import { findMatchingHash } from './passwords.ts';
import { occasionOf } from '../mail/describe-occasion.ts';
import { notifyOwner } from './notices/notify-owner.ts';
import { tokenReusedMail } from './notices/owner-notices.ts';
import { sessionsOf } from './session-repository.ts';
import {
  clearSessionCookies,
  refreshTokenOf,
  setSessionCookies,
} from '../access/session-cookies.ts';
import { confirmPassword, endSession, lockCredentials, rotateSession } from '../access/sessions.ts';
import { signInBrowser, visitorOf } from './sign-in/sign-in-browser.ts';
import {
  networkLimits,
  verifyCredentials,
  wrongCredentials,
} from './sign-in/verify-credentials.ts';

const WRONG_PASSWORD = 'Incorrect password';

/** Signing in and out, and the sessions of an account. */
export function sessionRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/login',
    describeRoute('signIn', 'Sign in', {
      body: loginInputSchema,
      returns: emptySchema,
      errors: [401, 403],
    }),
    async (c) => {
      const input = await readBody(c, loginInputSchema);
      const verified = await verifyCredentials(c, database, limits, input);
      const signedInto = await signInBrowser(c, dependencies, async (tx) =>
        (await lockCredentials(tx, verified))
          ? { accountId: verified.accountId, methods: ['password'], isReauthenticated: true }
          : undefined,
      );
      if (signedInto === undefined) throw wrongCredentials();
      return c.json({});
    },
  );

  routes.post(
    '/accounts/reauthenticate',
    signedIn,
    describeRoute('confirmPassword', 'Confirm the own password', {
      body: reauthenticateInputSchema,
    }),
    async (c) => {
      const { password } = await readBody(c, reauthenticateInputSchema);
      const { id, sessionId } = c.get('account');
      const passwordHash = await limits.attempt(networkLimits(c, id), async () => {
        const stored = await findPasswordHash(database, id);
        const hashes = stored === undefined ? [] : [stored];
        const matches = (await findMatchingHash(password, hashes)) === 0;
        if (stored === undefined || !matches) throw malformed(WRONG_PASSWORD);
        return stored;
      });
      await c.var.transaction(async (tx) => {
        if (!(await confirmPassword(tx, sessionId, passwordHash))) throw malformed(WRONG_PASSWORD);
        await auditOf(c, tx, 'session.password_confirmed', ['session', sessionId]);
      });
      return c.body(null, 204);
    },
  );

  routes.put(
    '/accounts/sessions',
    describeRoute('refreshSession', 'Refresh the session', { errors: [401] }),
    async (c) => {
      const token = refreshTokenOf(c) ?? '';
      const tokens = await rotateSession(database, token, visitorOf(c), settings, (tx, accountId) =>
        notifyOwner(tx, queue, tokenReusedMail, accountId, occasionOf(c)),
      );
      if (tokens === undefined) {
        clearSessionCookies(c, settings);
        throw new Problem(401, 'Your session has ended. Please sign in again.');
      }
      setSessionCookies(c, settings, tokens);
      return c.body(null, 204);
    },
  );

  routes.post('/accounts/logout', signedIn, describeRoute('signOut', 'Sign out'), async (c) => {
    const { id, sessionId } = c.get('account');
    await c.var.transaction(async (tx) => {
      await endSession(tx, id, sessionId);
      await auditOf(c, tx, 'session.closed', ['session', sessionId]);
    });
    clearSessionCookies(c, settings);
    return c.body(null, 204);
  });

  routes.get(
    '/accounts/sessions',
    signedIn,
    describeRoute('listSessions', 'List the own sessions', { returns: sessionListSchema }),
    async (c) => {
      const { id, sessionId } = c.get('account');
      return c.json({ sessions: await sessionsOf(database, id).list(sessionId) });
    },
  );

  routes.delete(
    '/accounts/sessions',
    signedIn,
    describeRoute('revokeOtherSessions', 'Revoke all other sessions'),
    async (c) => {
      const { id, sessionId } = c.get('account');
      await c.var.transaction(async (tx) => {
        await sessionsOf(tx, id).endOthers(sessionId);
        await auditOf(c, tx, 'session.others_revoked', ['session', sessionId]);
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/accounts/sessions/:id',
    signedIn,
    describeRoute('revokeSession', 'Revoke a session', { errors: [400] }),
    async (c) => {
      const { id: accountId, sessionId } = c.get('account');
      const id = readId(c, 'id', 'session');
      if (id === sessionId) throw malformed('Cannot revoke current session');
      await c.var.transaction(async (tx) => {
        if (!(await endSession(tx, accountId, id))) throw notFound('session');
        await auditOf(c, tx, 'session.revoked', ['session', id]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
