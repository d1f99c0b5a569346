import { randomUUID } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';

import type { ApiEnv } from '../api-context.ts';
import type { Log } from '../../log.ts';
import type { Metrics } from './metrics.ts';

/** Sets a request id, which the response and the log contain, and logs and counts every request. */
export function requestLog(log: Log, metrics: Metrics): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    c.header('X-Request-Id', requestId);
    await next();
    const seconds = (performance.now() - started) / 1000;
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
