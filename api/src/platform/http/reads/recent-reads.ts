import { LOG_POSITION_HEADER, LOG_POSITION_SECONDS } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

import type { Database } from '../../database/database.ts';
import { formatLogPosition, parseLogPosition } from '../../database/replicas/log-position.ts';
import type { Reader, Replicas } from '../../database/replicas/replicas.ts';
import type { ApiContext, ApiEnv } from '../api-context.ts';

/** What browsers repeat by themselves. */
const POSITION_COOKIE = 'carrel_log_position';

/**
 * Returns reads that see what the caller has written, and may be a second old in all else. Not for what
 * decides whether something is written. A program that does not say what it has seen reads from the primary.
 */
export function recentReads(c: ApiContext, database: Database): Reader {
  return readsOf(c, database, c.get('key') === undefined);
}

/** The same for searches, where a program need not say what it has seen: documents become searchable later anyway. */
export function searchReads(c: ApiContext, database: Database): Reader {
  return readsOf(c, database, true);
}

function readsOf(c: ApiContext, database: Database, isUnplacedRecent: boolean): Reader {
  const { replicas } = database;
  if (replicas === undefined) return database;
  const sent = c.req.header(LOG_POSITION_HEADER) ?? getCookie(c, POSITION_COOKIE);
  if (sent === undefined) return isUnplacedRecent ? replicas.readerAt(undefined) : database;
  const seen = parseLogPosition(sent);
  return seen === undefined ? database : replicas.readerAt(seen);
}

/** Has every response to a request that committed something say where in the log that is. */
export function logPositions(
  replicas: Replicas,
  { publicUrl }: { publicUrl: string },
): MiddlewareHandler<ApiEnv> {
  const secure = publicUrl.startsWith('https:');
  return async (c, next) => {
    const position = await replicas.notePosition(next);
    if (position === undefined) return;
    const text = formatLogPosition(position);
    c.header(LOG_POSITION_HEADER, text);
    setCookie(c, POSITION_COOKIE, text, {
      path: '/api',
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      maxAge: LOG_POSITION_SECONDS,
    });
  };
}
