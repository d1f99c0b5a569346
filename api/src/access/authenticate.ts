import type { MiddlewareHandler } from 'hono';

import { asAccount } from './caller-transactions.ts';
import { accessTokenOf } from './session-cookies.ts';
import { findSession, type OpenSession } from './signed-in.ts';
import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import type { Dependencies } from '../dependencies.ts';
import { notSignedIn } from '../http/problems.ts';

/** Requires a session. It is looked up for each request, so that revoking it takes effect immediately. */
export function authenticate({
  database,
}: Pick<Dependencies, 'database'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await requireSession(c, database);
    return next();
  };
}

/**
 * Sets `account` and returns the session, with the caller's rank in `organizationId` if it is given.
 * @throws {Problem} 401 without a session.
 */
export async function requireSession(
  c: ApiContext,
  database: Dependencies['database'],
  organizationId?: string,
): Promise<OpenSession> {
  const token = accessTokenOf(c);
  const session =
    token === undefined ? undefined : await findSession(database, token, organizationId);
  if (session === undefined) throw notSignedIn();
  const account = { id: session.accountId, sessionId: session.id };
  c.set('account', account);
  c.set('transaction', (work) => asAccount(database, account, work));
  return session;
}
