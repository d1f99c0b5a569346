import {
  loginInputSchema,
  sessionListSchema,
  signInResultSchema,
  type SignInResult,
} from '@carrel/shared/contract';
import { reauthenticateInputSchema } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { malformed, notFound } from '../../../platform/http/problems.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { tokenReusedMail } from '../../notices/owner-notices.ts';
import { sessionsOf } from '../../sessions/session-repository.ts';
import {
  clearSessionCookies,
  refreshTokenOf,
  setSessionCookies,
} from '../../../platform/access/session-cookies.ts';
import { endSession, rotateSession } from '../../../platform/access/sessions.ts';
import { confirmByCode, confirmByPassword } from '../../proofs/reauthentication/confirm.ts';
import { setPendingCookie } from '../../proofs/second-step/pending-sign-ins.ts';
import { signInByPassword } from './sign-in-by-password.ts';
import { visitorOf } from '../../sessions/sign-in-browser.ts';
import { verifyCredentials, wrongCredentials } from '../../proofs/passwords/verify-credentials.ts';

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
      returns: signInResultSchema,
      errors: [401, 403],
    }),
    async (c) => {
      const input = await readBody(c, loginInputSchema);
      const verified = await verifyCredentials(c, database, limits, input);
      const { signIn, pending } = await signInByPassword(c, dependencies, verified);
      if (pending !== undefined) {
        setPendingCookie(c, settings, pending.secret);
        return c.json<SignInResult>({ second_step: { methods: pending.methods } });
      }
      if (signIn === undefined) throw wrongCredentials();
      return c.json<SignInResult>({});
    },
  );

  routes.post(
    '/accounts/reauthenticate',
    signedIn,
    describeRoute('confirmPassword', 'Authenticate again by the password or a code', {
      body: reauthenticateInputSchema,
      errors: [403],
    }),
    async (c) => {
      const { password, code } = await readBody(c, reauthenticateInputSchema);
      if (code === undefined) await confirmByPassword(c, dependencies, limits, password ?? '');
      else await confirmByCode(c, dependencies, limits, code);
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
