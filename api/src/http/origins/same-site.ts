import type { MiddlewareHandler } from 'hono';

import type { ApiEnv } from '../api-context.ts';
import { forbidden } from '../problems.ts';
import { isLoopback } from './known-hosts.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

// The types that a page of another site may send without a preflight request.
const FORM_TYPES = new Set([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

/**
 * Refuses changes that a page of another site requests with a signed-in user's cookies. A request
 * without Origin does not come from a browser and is served. Where PUBLIC_URL is a loopback name, a page
 * may also change what is on its own loopback name and port.
 */
export function sameSite(
  consoleOrigins: readonly string[],
  publicUrl: string,
): MiddlewareHandler<ApiEnv> {
  const isLocal = isLoopback(publicUrl);
  const { protocol } = new URL(publicUrl);
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method)) return next();
    const origin = c.req.header('Origin');
    const isOwnLoopback = (url: string) =>
      isLocal && isLoopback(url) && url === `${protocol}//${c.req.header('Host')?.toLowerCase()}`;
    const ownOrigin =
      origin === undefined || consoleOrigins.includes(origin) || isOwnLoopback(origin);
    if (!ownOrigin || c.req.header('Sec-Fetch-Site') === 'cross-site') {
      throw forbidden('This request came from another site and was refused.');
    }
    const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (FORM_TYPES.has(type) && !isUpload(c.req.path)) {
      throw forbidden('Send JSON, with Content-Type application/json.');
    }
    return next();
  };
}

/** An upload takes bytes, and its route refuses other types itself. */
function isUpload(path: string): boolean {
  return path.endsWith('/archives');
}
