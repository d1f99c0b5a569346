import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { AddressPolicy } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

export interface ConnectTarget {
  /** A name or an IP address. */
  host: string;
  port: number;
  tls: boolean;
}

/**
 * Opens a TCP connection to a host that a user chose, where `policy` allows its address. Without TLS, only private
 * networks that are allowed are reached.
 * @throws {OutgoingError}
 */
export async function guardedConnect(
  policy: AddressPolicy,
  { host, port, tls }: ConnectTarget,
  { timeoutMilliseconds, signal }: { timeoutMilliseconds: number; signal: AbortSignal },
): Promise<Socket> {
  const protocol = tls ? 'https:' : 'http:';
  policy.check(new URL(`${protocol}//${host.includes(':') ? `[${host}]` : host}/`));
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
  const options = { host, port, lookup: policy.lookupFor(protocol) };
  const socket = tls
    ? connectTls({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp(options);
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal: deadline });
    return socket;
  } catch (error) {
    socket.destroy();
    if (error instanceof OutgoingError) throw error;
    if (signal.aborted) throw new OutgoingError('cancelled', error);
    throw new OutgoingError(deadline.aborted ? 'timeout' : 'unreachable', error);
  }
}
