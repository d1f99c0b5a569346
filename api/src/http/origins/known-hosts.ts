import type { MiddlewareHandler } from 'hono';

import type { ApiEnv } from '../api-context.ts';
import { Problem } from '../problem.ts';

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
