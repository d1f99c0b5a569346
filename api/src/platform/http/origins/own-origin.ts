import type { ApiContext } from '../api-context.ts';
import type { ServedOrigins } from './allowed-origins.ts';

/**
 * Returns the origin that the client called: one of the settings' origins, or a loopback name. `knownHosts`
 * has refused all other hosts.
 */
export function ownOrigin(c: ApiContext, { consoleOrigins, publicUrl }: ServedOrigins): string {
  const fallback = new URL(publicUrl).origin;
  const host = c.req.header('Host')?.toLowerCase();
  if (host === undefined) return fallback;
  const isNamed = (origin: string) => {
    const url = new URL(origin);
    // A proxy may send the name without the port.
    return url.host === host || url.hostname === host;
  };
  return [fallback, ...consoleOrigins].find(isNamed) ?? `${new URL(publicUrl).protocol}//${host}`;
}
