import type { AddressPolicy } from './address-policy.ts';
import { guardedRequest, limitedBody } from './guarded-request.ts';
import { OutgoingError } from './outgoing-error.ts';

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

async function send(
  url: URL,
  { method = 'GET', headers = {}, body }: GuardedRequest,
  signal: AbortSignal,
  { policy, bytesMax }: GuardedFetchOptions,
): Promise<Response> {
  const text = body instanceof URLSearchParams ? body.toString() : (body ?? '');
  if (typeof text !== 'string') throw new TypeError('The body must be a text or a form');
  const response = await guardedRequest(policy, url, { method, headers, body: text, signal });
  const parts: Uint8Array[] = [];
  for await (const part of limitedBody(response, bytesMax)) parts.push(part);
  const status = response.statusCode ?? 0;
  const type = response.headers['content-type'];
  return new Response(BODILESS.has(status) ? null : Buffer.concat(parts), {
    status,
    headers: type === undefined ? {} : { 'Content-Type': type },
  });
}
