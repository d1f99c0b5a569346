import { LOG_POSITION_HEADER, LOG_POSITION_SECONDS } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import type { Database } from '../database/database.ts';
import { lateReader, positionAfter } from '../database/late-reads.ts';
import type { ApiContext, ApiEnv } from './api-context.ts';

/** What browsers repeat by themselves. */
const POSITION_COOKIE = 'carrel_log_position';

/**
 * Declares that a route reads what may be late: sets `reads`, which see what the caller has written, and may be a
 * second old in all else. Not for what decides whether something is written. A program that does not say what it has
 * seen reads the newest. Follows what finds the caller.
 *
 * @example routes.get('/datasets', member, lateReads(database), handler);
 */
export function lateReads(database: Database): MiddlewareHandler<ApiEnv> {
  return (c, next) => {
    const seen = seenBy(c);
    const isUnknown = seen === undefined && c.get('key') !== undefined;
    c.set('reads', isUnknown ? database : lateReader(database, seen));
    return next();
  };
}

/** The same for searches, where a program need not say what it has seen: documents become searchable later anyway. */
export function lateSearches(database: Database): MiddlewareHandler<ApiEnv> {
  return (c, next) => {
    c.set('reads', lateReader(database, seenBy(c)));
    return next();
  };
}

const seenBy = (c: ApiContext): string | undefined =>
  c.req.header(LOG_POSITION_HEADER) ?? getCookie(c, POSITION_COOKIE);

/** Has every response to a request that committed something say where in the log that is, if reads may be late. */
export function logPositions(
  database: Database,
  { publicUrl }: { publicUrl: string },
): MiddlewareHandler<ApiEnv> {
  const secure = publicUrl.startsWith('https:');
  return async (c, next) => {
    const position = await positionAfter(database, next);
    if (position === undefined) return;
    c.header(LOG_POSITION_HEADER, position);
    setCookie(c, POSITION_COOKIE, position, {
      path: '/api',
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      maxAge: LOG_POSITION_SECONDS,
    });
  };
}
