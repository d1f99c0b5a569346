import type { MiddlewareHandler } from 'hono';

import type { ApiEnv } from './api-context.ts';

/** The headers of every answer of the API: nothing is kept, framed, sniffed or run. */
export function responseHeaders(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  const entries = Object.entries(headers);
  return async (c, next) => {
    // Each header that is set on a finished answer makes a copy of it.
    for (const [name, value] of entries) c.header(name, value);
    await next();
    // A stream of events says for itself how long it may be kept.
    const kept = c.res.headers.get('Cache-Control');
    if (kept !== headers['Cache-Control']) c.header('Cache-Control', headers['Cache-Control']);
  };
}
