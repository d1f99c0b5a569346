import * as http from 'node:http';
import * as https from 'node:https';

import type { AddressPolicy } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

/** Bytes of the head of a response at most. */
const HEADER_MAX = 16 * 1024;

export interface GuardedRequestOptions {
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  /** Ends the request, and the reading of its body. */
  signal: AbortSignal;
  /** Keeps connections; by default each request has its own, so that its address is resolved and checked anew. */
  agents?: { http: http.Agent; https: https.Agent } | undefined;
}

/**
 * Sends a request to a URL that a user chose, where `policy` allows its address, and returns the head of the response
 * with its body as a stream. Redirects are returned. The caller limits the bytes that it reads.
 * @throws what the connection fails with; {OutgoingError} for an address that is not allowed.
 */
export function guardedRequest(
  policy: AddressPolicy,
  url: URL,
  { method = 'GET', headers = {}, body, signal, agents }: GuardedRequestOptions,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    policy.check(url);
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? https : http).request(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && body.length > 0 && { 'Content-Length': Buffer.byteLength(body) }),
      },
      agent: agents === undefined ? false : isSecure ? agents.https : agents.http,
      lookup: policy.lookupFor(url.protocol),
      maxHeaderSize: HEADER_MAX,
      signal,
    });
    request.on('error', reject);
    request.on('response', resolve);
    request.end(body);
  });
}

/** Yields a body up to `bytesMax`. @throws {OutgoingError} `large` beyond them. */
export async function* limitedBody(
  response: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of response) {
    read += piece.byteLength;
    if (read > bytesMax) throw new OutgoingError('large');
    yield piece;
  }
}
