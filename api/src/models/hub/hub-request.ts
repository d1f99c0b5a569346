import { setTimeout as pause } from 'node:timers/promises';

import { backOff, retryAfterSeconds } from '@carrel/shared/contract';

import { HubFailure } from './hub-failure.ts';
import type { HubName } from './hub-name.ts';

/** A hub, and what is loaded from it. */
export interface Hub {
  /** An URL without a slash at its end. */
  endpoint: string;
  /** Sent to the endpoint's own origin only. */
  token: string | undefined;
  name: HubName;
  signal: AbortSignal;
  /** Time without a byte after which a request is broken off. */
  stallMilliseconds: number;
  /** The first wait after a failure, which doubles, and the longest, in milliseconds. */
  waits: { first: number; most: number };
  onRetry: ((failure: HubFailure, nextTry: Date) => void) | undefined;
}

export interface HubResponse {
  status: number;
  headers: Headers;
  /** @throws {HubFailure} where it breaks off. */
  body: AsyncIterable<Uint8Array>;
  /** Ends a request whose body is not read. */
  leave(): Promise<void>;
}

interface HubRequest {
  url: string;
  method?: 'GET' | 'HEAD';
  /** Of a range of bytes. */
  headers?: Record<string, string>;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_MAX = 5;
/** Failures in a row without a byte between them, after which loading is given up for now. */
const FAILURES_MAX = 6;
const RETRY_AFTER_MAX = 10 * 60_000;

/**
 * Requests a file or a list. Follows redirects, as the hub keeps its files on other hosts: by https, or by http where
 * the endpoint is http too. `HEAD` follows them only within the endpoint's origin, which knows the checksum.
 * @throws {HubFailure} without a response of 200, 206 or 416.
 */
export async function requestHub(hub: Hub, request: HubRequest): Promise<HubResponse> {
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(), hub.stallMilliseconds).unref();
  const signal = AbortSignal.any([hub.signal, stall.signal]);
  let url = new URL(request.url);
  try {
    const { response, url: last } = await follow(hub, request, signal);
    url = last;
    timer.refresh();
    const { status, headers } = response;
    const isElsewhere = request.method === 'HEAD' && REDIRECTS.has(status);
    if (response.ok || status === 416 || isElsewhere) {
      return {
        status,
        headers,
        body: bytesOf(response, timer, url, hub),
        leave: async () => {
          clearTimeout(timer);
          await response.body?.cancel();
        },
      };
    }
    await response.body?.cancel();
    throw failureOf(response, url, hub);
  } catch (error) {
    clearTimeout(timer);
    throw named(error, url, hub);
  }
}

async function follow(
  hub: Hub,
  { url: first, method = 'GET', headers = {} }: HubRequest,
  signal: AbortSignal,
): Promise<{ response: Response; url: URL }> {
  const endpoint = new URL(hub.endpoint);
  let url = new URL(first);
  let isOwn = true;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const current = url;
    const response: Response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        // Ranges and sizes are those of the file.
        'Accept-Encoding': 'identity',
        ...(isOwn && hub.token !== undefined && { Authorization: `Bearer ${hub.token}` }),
      },
      signal,
    }).catch((error: unknown) => {
      throw named(error, current, hub);
    });
    const location = response.headers.get('Location');
    if (!REDIRECTS.has(response.status) || location === null) return { response, url };
    const next: URL | undefined = URL.canParse(location, url.href)
      ? new URL(location, url)
      : undefined;
    isOwn &&= next?.origin === endpoint.origin;
    if (method === 'HEAD' && !isOwn) return { response, url };
    await response.body?.cancel();
    if (next === undefined || !isAllowed(next, endpoint)) break;
    url = next;
  }
  throw new HubFailure(
    'refused',
    `The hub ${endpoint.host} redirects to an address that is not followed. The operator can check HF_ENDPOINT.`,
  );
}

const isAllowed = ({ protocol, username, password }: URL, endpoint: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && endpoint.protocol === 'http:'));

async function* bytesOf(
  { body }: Response,
  timer: NodeJS.Timeout,
  url: URL,
  hub: Hub,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const bytes of body ?? []) {
      timer.refresh();
      yield bytes;
    }
  } catch (error) {
    throw named(error, url, hub);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a failure of the network as one, and any other error as it is. */
function named(error: unknown, url: URL, hub: Hub): unknown {
  if (error instanceof HubFailure || hub.signal.aborted) return error;
  const isStalled = error instanceof Error && error.name === 'AbortError';
  const happened = isStalled ? 'sent nothing for too long' : 'could not be reached';
  return new HubFailure('network', `The hub's host ${url.host} ${happened}.`, { cause: error });
}

function failureOf({ status, headers }: Response, url: URL, { name, token }: Hub): HubFailure {
  const code = headers.get('X-Error-Code');
  if (status === 408 || status === 429 || status >= 500) {
    const after = retryAfterSeconds(headers.get('Retry-After')) ?? 0;
    return new HubFailure('network', `The hub's host ${url.host} is not available (${status}).`, {
      afterMilliseconds: Math.min(after * 1000, RETRY_AFTER_MAX),
    });
  }
  if (code === 'RevisionNotFound') {
    return new HubFailure('missing', `The model ${name.id} has no revision ${name.revision}.`);
  }
  if (code === 'GatedRepo' || status === 403) {
    return new HubFailure(
      'missing',
      `The hub ${url.host} gives the model ${name.id} only to those who accepted its conditions: accept them there, and set HF_TOKEN.`,
    );
  }
  if (status === 401 || status === 404) {
    const setting = token === undefined ? 'HF_TOKEN is not set' : 'HF_TOKEN is wrong';
    return new HubFailure(
      'missing',
      `The hub ${url.host} has no model ${name.id}, or it is private and ${setting}.`,
    );
  }
  return new HubFailure('refused', `The hub ${url.host} refused a request (${status}).`);
}

/**
 * Repeats an attempt that fails by the network, less often each time. An attempt that calls `onBytes` has got
 * further: failures are counted anew.
 */
export async function repeatedly<T>(
  { signal, waits, onRetry }: Hub,
  attempt: (onBytes: () => void) => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt(() => {
        failures = 1;
      });
    } catch (error) {
      signal.throwIfAborted();
      const isAway = error instanceof HubFailure && error.kind === 'network';
      if (!isAway || failures >= FAILURES_MAX) throw error;
      const wait = Math.max(backOff(failures, waits), error.afterMilliseconds);
      onRetry?.(error, new Date(Date.now() + wait));
      await pause(wait, undefined, { signal });
    }
  }
}
