import { BlockList, isIP, isIPv6 } from 'node:net';

import type { MiddlewareHandler } from 'hono';

import type { ApiContext, ApiEnv } from '../api-context.ts';

const LOOPBACK = '127.0.0.1';

/** Returns the address of the client that sent the request. */
export function clientAddress(c: ApiContext): string {
  return c.get('client')?.address ?? peerOf(c);
}

/**
 * Sets the client's address, and whether it uses https. X-Forwarded-For and X-Forwarded-Proto count only
 * in requests of a trusted proxy: any other client could forge them.
 */
export function client(
  trustedProxies: readonly string[],
  publicUrl: string,
): MiddlewareHandler<ApiEnv> {
  const isTrusted = matcherOf(trustedProxies);
  const isHttps = publicUrl.startsWith('https:');
  return (c, next) => {
    const peer = peerOf(c);
    const isProxied = isTrusted(peer);
    const address = isProxied
      ? forwardedFor(peer, c.req.header('X-Forwarded-For'), isTrusted)
      : peer;
    const scheme = isProxied ? c.req.header('X-Forwarded-Proto') : undefined;
    c.set('client', { address, isHttps: isHttps && scheme?.trim().toLowerCase() !== 'http' });
    return next();
  };
}

/** The connection's other end. A test without a socket is a direct caller on this machine. */
function peerOf(c: ApiContext): string {
  return ownAddress(c.env?.incoming?.socket.remoteAddress ?? LOOPBACK);
}

/**
 * Returns the address next to the trusted proxies: each proxy appends the address that it was called
 * from, and what is left of the first address outside of the list may be forged.
 */
function forwardedFor(
  peer: string,
  header: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = peer;
  for (const hop of header?.split(',').toReversed() ?? []) {
    const from = addressOf(hop.trim());
    if (from === undefined) return address;
    address = from;
    if (!isTrusted(from)) return address;
  }
  return address;
}

/** Returns the address of a hop, which some proxies write with its port; undefined for anything else. */
function addressOf(hop: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  const address = inBrackets ?? beforePort ?? hop;
  return isIP(address) === 0 ? undefined : plain(address);
}

/** Returns an IPv4 address that was mapped into IPv6 as such. */
function plain(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}

/** The same, with all addresses of this machine's loopback as one. */
function ownAddress(address: string): string {
  const text = plain(address);
  return text === '::1' || text.startsWith('127.') ? LOOPBACK : text;
}

function matcherOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix !== undefined) list.addSubnet(address, Number(prefix), familyOf(address));
    else list.addAddress(ownAddress(address), familyOf(ownAddress(address)));
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns what counts as one client: an IPv4 address, or the /64 network that one site has in IPv6. */
export function clientNetwork(address: string): string {
  // `clientAddress` leaves a mapped address that a proxy writes in hexadecimal: all have one network.
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const rest = tail === undefined ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
