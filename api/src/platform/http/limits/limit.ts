import type { MiddlewareHandler } from 'hono';

import type { Database } from '../../database/database.ts';
import type { ApiContext, ApiEnv } from '../api-context.ts';
import { clientAddress, clientNetwork } from '../origins/client-address.ts';
import { limitOf, type LimitName } from './limits-table.ts';
import { RateLimits } from './rate-limit.ts';

const names = new WeakMap<object, LimitName>();

/**
 * Limits a route, for whom `subjectOf` returns. Follows what finds the caller, and precedes the body: a request whose
 * body cannot be read counts too.
 *
 * @example routes.post('/datasets/preview-chunks', member, limit(database, 'preview', byAccount), handler);
 */
export function limit(
  database: Database,
  name: LimitName,
  subjectOf: (c: ApiContext) => string | readonly string[],
): MiddlewareHandler<ApiEnv> {
  const limits = new RateLimits(database);
  const handler: MiddlewareHandler<ApiEnv> = async (c, next) => {
    await limits.take(limitOf(name, ...[subjectOf(c)].flat()));
    return next();
  };
  names.set(handler, name);
  return handler;
}

/** Returns the name of the limit of a middleware; undefined for other handlers. */
export const limitNameOf = (handler: object): LimitName | undefined => names.get(handler);

export const byNetwork = (c: ApiContext): string => clientNetwork(clientAddress(c));
export const byAccount = (c: ApiContext): string => c.get('account').id;
export const byOrganization = (c: ApiContext): string => c.get('organization').id;
