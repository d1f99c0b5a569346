import { randomUUID } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';

import type { Log } from '../log.ts';
import type { ApiEnv } from './api-context.ts';
import type { Counter, Metrics } from './metrics/metrics.ts';

const BUSY: Counter = {
  name: 'carrel_busy_refusals_total',
  help: 'Requests refused because a queue or a limit of this process was full, by queue.',
};

const ABANDONED: Counter = {
  name: 'carrel_abandoned_requests_total',
  help: 'Requests that failed because their client went away.',
};

/** Sets a request id, which the response and the log contain, and logs and counts every request. */
export function requestLog(log: Log, metrics: Metrics): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    c.header('X-Request-Id', requestId);
    await next();
    const seconds = (performance.now() - started) / 1000;
    const busy = c.get('busy');
    if (busy !== undefined) metrics.add(BUSY, { queue: busy }, 1);
    if (c.get('isAbandoned') === true) metrics.add(ABANDONED, {}, 1);
    metrics.observe(c.req.method, c.res.status, seconds);
    log.info('request', {
      request_id: requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      milliseconds: Math.round(seconds * 1000),
    });
  };
}

const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Returns the header of every response of a server whose public address is https. */
export function strictTransportHeaders(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? STRICT_TRANSPORT : {};
}

/** Sets it, except on a response to a request that a proxy received without encryption. */
export const strictTransport: MiddlewareHandler<ApiEnv> = (c, next) => {
  if (c.get('client')?.isHttps === true) {
    for (const [name, value] of Object.entries(STRICT_TRANSPORT)) c.header(name, value);
  }
  return next();
};

/** Sets the headers of every API response: it is not cached, framed, sniffed or run. */
export function responseHeaders(): MiddlewareHandler<ApiEnv> {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
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
