import { FILENAME_HEADER, REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

import type { ApiEnv } from '../api-context.ts';
import { Problem } from '../problem.ts';
import { forbidden } from '../problems.ts';

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Without what a URL has before and after its host. */
const NAME_AND_PORT = /^[^@/?#\\\s]+$/;

/** Returns whether a URL's host name is one of this machine's own. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}

/**
 * Refuses requests for a host that is in none of the origins: a foreign name that DNS points here
 * would make this server a part of their site. Where PUBLIC_URL is a loopback name, every loopback name
 * is allowed, with any port: remotes run on ports of their own during development.
 */
export function knownHosts(
  origins: readonly string[],
  publicUrl: string,
): MiddlewareHandler<ApiEnv> {
  const urls = origins.map((origin) => new URL(origin));
  const isLocal = isLoopback(publicUrl);
  const isKnown = (host: string) =>
    urls.some((url) => isHostOf(url, host)) || (isLocal && isLoopbackHost(host));
  return (c, next) => {
    const host = c.req.header('Host');
    // Node's parser refuses requests without Host. Tests call the app without a socket.
    if (host === undefined || isKnown(host)) return next();
    throw new Problem(
      421,
      'This server does not serve this address. Its operator can name the address in the setting PUBLIC_URL or CONSOLE_ORIGINS.',
    );
  };
}

/** The settings that say which addresses are this server's. */
export interface ServedOrigins {
  consoleOrigins: readonly string[];
  publicUrl: string;
}

/** Returns whether an origin is one of the settings, or a loopback name where `publicUrl` is one. */
export function isServedOrigin(
  origin: string,
  { consoleOrigins, publicUrl }: ServedOrigins,
): boolean {
  if (consoleOrigins.includes(origin)) return true;
  const { protocol } = new URL(publicUrl);
  return isLoopback(publicUrl) && isLoopback(origin) && new URL(origin).protocol === protocol;
}

function isLoopbackHost(host: string): boolean {
  return NAME_AND_PORT.test(host) && isLoopback(`http://${host}`);
}

/** A proxy may send the name without the port. */
function isHostOf(url: URL, host: string): boolean {
  const requested = `${url.protocol}//${host}`;
  if (!NAME_AND_PORT.test(host) || !URL.canParse(requested)) return false;
  const { hostname, host: withPort } = new URL(requested);
  return hostname === url.hostname && (withPort === url.host || !/:\d+$/.test(host));
}

const HOUR_SECONDS = 3600;

/** Of the tus protocol. */
const UPLOAD_REQUEST_HEADERS = [
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];
const UPLOAD_RESPONSE_HEADERS = [
  'Location',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];

/**
 * Allows pages of the console's origins to call the API with cookies, for a console that is served from
 * another origin. Pages of any other origin cannot read a response, and `sameSite` refuses their changes.
 */
export function consoleOrigins(origins: readonly string[]): MiddlewareHandler<ApiEnv> {
  const allow = cors({
    origin: [...origins],
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Content-Type', 'X-Organization-Id', FILENAME_HEADER, ...UPLOAD_REQUEST_HEADERS],
    exposeHeaders: [
      'X-Request-Id',
      'Retry-After',
      REAUTHENTICATE_HEADER,
      ...UPLOAD_RESPONSE_HEADERS,
    ],
    maxAge: HOUR_SECONDS,
  });
  return (c, next) => {
    // A browser sends Origin with every request of a page of another origin.
    if (c.req.header('Origin') !== undefined) return allow(c, next);
    c.header('Vary', 'Origin');
    return next();
  };
}

/** Paths whose requests have the bytes of a document. */
const BYTES_PATH = /\/documents\/(?:by-path|[^/]+\/replace)$/;

const isOpenTo = (type: string, path: string) => isUpload(path, type) || isLogout(path);

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
    // A page of another site cannot send a key without a preflight request.
    const isByKey = c.req.header('Authorization') !== undefined;
    if (FORM_TYPES.has(type) && !isByKey && !isOpenTo(type, c.req.path)) {
      throw forbidden(
        BYTES_PATH.test(c.req.path)
          ? 'Send the bytes with Content-Type application/octet-stream.'
          : 'Send JSON, with Content-Type application/json.',
      );
    }
    return next();
  };
}

/**
 * An upload takes bytes, and its route refuses other types itself. A batch takes a form: a page of another site
 * cannot send the header that names the organization with it.
 */
function isUpload(path: string, type: string): boolean {
  if (path.endsWith('/archives')) return true;
  return path.endsWith('/documents/batch') && type === 'multipart/form-data';
}

/** A provider of single sign-on ends sessions with a form (OpenID Connect Back-Channel Logout). Cookies are not read. */
const isLogout = (path: string) =>
  path.startsWith('/api/v1/accounts/login/sso/backchannel-logout/');
