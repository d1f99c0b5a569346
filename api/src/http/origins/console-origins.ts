import { FILENAME_HEADER } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

import type { ApiEnv } from '../api-context.ts';

const HOUR_SECONDS = 3600;

/**
 * Lets pages of the console's origins call the API with cookies, where the console is served from
 * another origin. A page of any other origin can read no answer; `sameSite` refuses its changes.
 */
export function consoleOrigins(origins: readonly string[]): MiddlewareHandler<ApiEnv> {
  const allow = cors({
    origin: [...origins],
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Content-Type', 'X-Organization-Id', FILENAME_HEADER],
    exposeHeaders: ['X-Request-Id', 'Retry-After'],
    maxAge: HOUR_SECONDS,
  });
  return (c, next) => {
    // No other origin's page asks without one.
    if (c.req.header('Origin') !== undefined) return allow(c, next);
    c.header('Vary', 'Origin');
    return next();
  };
}
