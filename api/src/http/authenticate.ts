import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';

import { ACCESS_COOKIE } from '../accounts/session-cookies.ts';
import { findSession } from '../accounts/sessions.ts';
import type { ApiEnv } from './api-context.ts';
import type { Dependencies } from './dependencies.ts';
import { notSignedIn } from './problems.ts';

/** Lets signed-in people through. The session is looked up each time, so that ending one acts at once. */
export function authenticate({
  database,
}: Pick<Dependencies, 'database'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const token = getCookie(c, ACCESS_COOKIE);
    const session = token === undefined ? undefined : await findSession(database, token);
    if (session === undefined) throw notSignedIn();
    c.set('account', { id: session.accountId, sessionId: session.id });
    return next();
  };
}
