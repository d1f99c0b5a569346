import { randomUUID } from 'node:crypto';

import type { Log } from '../log.ts';

/** Returns the headers of a response that is sent without the app, and logs it by its request id. */
export type RefusalHeaders = (status: number) => Record<string, string>;

/** `headers` are those of every response. */
export function refusalHeaders(
  headers: Readonly<Record<string, string>>,
  log?: Log,
): RefusalHeaders {
  return (status) => {
    const requestId = randomUUID();
    log?.info('request', { request_id: requestId, status });
    return { ...headers, 'X-Request-Id': requestId };
  };
}
