import * as http from 'node:http';
import * as https from 'node:https';

import type { AddressPolicy } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

const HEADER_MAX = 16 * 1024;
/** Statuses whose response has no body. */
const BODILESS = new Set([204, 205, 304]);

interface GuardedFetchOptions {
  policy: AddressPolicy;
  /** For all of it, resolution and body included. */
  timeoutMilliseconds: number;
  /** Bytes of a response at most. */
  bytesMax: number;
}

/** What of `RequestInit` is sent. */
interface GuardedRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

/** `fetch` for URLs that users chose. */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<Response>;

/**
 * Returns a `fetch` that reaches what `policy` allows, has a deadline, and returns redirects instead of following
 * them. Its connections are not kept: each is resolved and checked anew.
 * @throws {OutgoingError} without a whole response.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  return async (url, request = {}) => {
    const deadline = AbortSignal.timeout(options.timeoutMilliseconds);
    const signal = AbortSignal.any([deadline, ...(request.signal ? [request.signal] : [])]);
    try {
      return await send(new URL(url), request, signal, options);
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw new OutgoingError(signal.aborted ? 'timeout' : 'unreachable', error);
    }
  };
}

function send(
  url: URL,
  { method = 'GET', headers = {}, body }: GuardedRequest,
  signal: AbortSignal,
  { policy, bytesMax }: GuardedFetchOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    policy.check(url);
    const text = body instanceof URLSearchParams ? body.toString() : (body ?? '');
    if (typeof text !== 'string') throw new TypeError('The body must be a text or a form');
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        ...headers,
        ...(text !== '' && { 'Content-Length': Buffer.byteLength(text) }),
      },
      agent: false,
      lookup: policy.lookupFor(url.protocol),
      maxHeaderSize: HEADER_MAX,
      signal,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let read = 0;
      response.on('data', (part: Buffer) => {
        read += part.length;
        parts.push(part);
        if (read > bytesMax) response.destroy(new OutgoingError('large'));
      });
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const type = response.headers['content-type'];
        resolve(
          new Response(BODILESS.has(status) ? null : Buffer.concat(parts), {
            status,
            headers: type === undefined ? {} : { 'Content-Type': type },
          }),
        );
      });
    });
    request.end(text);
  });
}
