import { isIPv6 } from 'node:net';

import type { ApiContext } from '../api-context.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Returns the address that a request comes from. Behind a proxy on this machine, it is the last address
 * in X-Forwarded-For, which the proxy appended; from any other peer that header may be forged.
 */
export function clientAddress(c: ApiContext): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  if (!LOOPBACK.test(peer)) return peer;
  const forwarded = c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim();
  return forwarded === undefined || !/^[\d.:a-fA-F]{2,45}$/.test(forwarded) ? peer : forwarded;
}

/** Returns what counts as one client: an IPv4 address, or the /64 network that one site has in IPv6. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const rest = tail === undefined ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
