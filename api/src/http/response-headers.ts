import type { MiddlewareHandler } from 'hono';

import type { ApiEnv } from './api-context.ts';

/** Sets the headers of every API response: it is not cached, framed, sniffed or run. */
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
    // Set before the handler: setting a header on a finished response copies the response.
    for (const [name, value] of entries) c.header(name, value);
    await next();
    // A stream of events sets a Cache-Control of its own.
    const cacheControl = c.res.headers.get('Cache-Control');
    if (cacheControl !== headers['Cache-Control'])
      c.header('Cache-Control', headers['Cache-Control']);
  };
}
