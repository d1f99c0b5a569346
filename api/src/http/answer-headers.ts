import type { MiddlewareHandler } from 'hono';

import type { ApiEnv } from './api-context.ts';

/** The headers of every answer of the API: nothing is kept, framed, sniffed or run. */
export function answerHeaders(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  };
}
