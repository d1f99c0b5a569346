import { FILENAME_HEADER, REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

import type { ApiEnv } from '../api-context.ts';

const HOUR_SECONDS = 3600;

/**
 * Allows pages of the console's origins to call the API with cookies, for a console that is served from
 * another origin. Pages of any other origin cannot read a response, and `sameSite` refuses their changes.
 */
export function consoleOrigins(origins: readonly string[]): MiddlewareHandler<ApiEnv> {
  const allow = cors({
    origin: [...origins],
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Content-Type', 'X-Organization-Id', FILENAME_HEADER],
    exposeHeaders: ['X-Request-Id', 'Retry-After', REAUTHENTICATE_HEADER],
    maxAge: HOUR_SECONDS,
  });
  return (c, next) => {
    // A browser sends Origin with every request of a page of another origin.
    if (c.req.header('Origin') !== undefined) return allow(c, next);
    c.header('Vary', 'Origin');
    return next();
  };
}
