import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

import { backOff, retryAfterSeconds } from '@carrel/shared/contract';

import type { AddressPolicy } from '../../../platform/outgoing/address-policy.ts';
import { guardedRequest, limitedBody } from '../../../platform/outgoing/guarded-request.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { SourceError } from '../source-error.ts';
import { sourceErrorOf } from './failures.ts';

/** Time until the head of a response, and between two pieces of its body. */
const STALL_MILLISECONDS = 30_000;
/** Time of one response, however slowly it comes. */
const TOTAL_MILLISECONDS = 60 * 60_000;
const REDIRECTS_MAX = 5;
const ATTEMPTS = 4;
const PAUSES = { first: 1, most: 20 };
/** What a server may ask for in `Retry-After`; beyond, the run ends. */
const RETRY_AFTER_MAX_SECONDS = 60;
/** Bytes of a response that is read whole. */
export const TEXT_BYTES_MAX = 16 * 1024 * 1024;
const USER_AGENT = 'Carrel';

/** Statuses after which the same request is sent again. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

export interface SourceRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Bytes of the response at most; `TEXT_BYTES_MAX` by default. */
  bytesMax?: number;
  /** Statuses that are returned besides 200 to 299; others are thrown. */
  accept?: readonly number[];
  /** Whether redirects within the host, from http to its https included, are followed; true by default. */
  redirects?: boolean;
}

export interface SourceResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Where it came from, after redirects. */
  url: URL;
  /** Read once, by one of these. */
  body(): AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  /** @throws {SourceError} `invalid_response` */
  json(): Promise<unknown>;
  /** Ends the connection where the body is not wanted. */
  discard(): void;
}

/** Sends the requests of one run. */
export interface SourceHttp {
  /**
   * Repeats what failed for a moment, waits as `Retry-After` says, follows redirects within the host, and limits
   * the response. @throws {SourceError}
   */
  request(url: string | URL, request?: SourceRequest): Promise<SourceResponse>;
  close(): void;
}

interface SourceHttpOptions {
  policy: AddressPolicy;
  signal: AbortSignal;
  stallMilliseconds?: number;
  /** Seconds before the second attempt. */
  firstPauseSeconds?: number;
}

/** Connections are kept for the run, so that each host is resolved and checked when it is connected to. */
export function createSourceHttp({
  policy,
  signal,
  stallMilliseconds = STALL_MILLISECONDS,
  firstPauseSeconds = PAUSES.first,
}: SourceHttpOptions): SourceHttp {
  const options = { keepAlive: true, maxSockets: 16, maxFreeSockets: 16, timeout: 15_000 };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  const once = async (url: URL, request: SourceRequest): Promise<SourceResponse> => {
    const stall = new AbortController();
    const onStall = () => stall.abort();
    const timer = setTimeout(onStall, stallMilliseconds);
    const ended = AbortSignal.any([signal, stall.signal, AbortSignal.timeout(TOTAL_MILLISECONDS)]);
    try {
      const response = await guardedRequest(policy, url, {
        method: request.method,
        headers: { 'User-Agent': USER_AGENT, ...request.headers },
        body: request.body,
        signal: ended,
        agents,
      });
      return responseOf(response, url, request.bytesMax ?? TEXT_BYTES_MAX, {
        wait: () => timer.refresh(),
        end: () => clearTimeout(timer),
        failure: (error) =>
          sourceErrorOf(error, { isCancelled: signal.aborted, isSlow: ended.aborted }),
      });
    } catch (error) {
      clearTimeout(timer);
      throw sourceErrorOf(error, { isCancelled: signal.aborted, isSlow: ended.aborted });
    }
  };
  const followed = async (first: URL, request: SourceRequest): Promise<SourceResponse> => {
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await once(url, request);
      const location = response.headers.location;
      if (response.status < 300 || response.status > 399 || response.status === 304)
        return response;
      if (location === undefined || request.redirects === false) return response;
      response.discard();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (next === undefined || redirects === REDIRECTS_MAX)
        throw new SourceError('invalid_response');
      if (!isSameHost(url, next)) throw new SourceError('redirected');
      url = next;
    }
  };
  return {
    request: async (target, request = {}) => {
      const url = typeof target === 'string' ? parsed(target) : target;
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await followed(url, request).catch((error: unknown) => error);
        const isLast = attempt === ATTEMPTS || signal.aborted;
        if (outcome instanceof Error || !isResponse(outcome)) {
          if (isLast || !isTransient(outcome)) throw outcome;
          await pause(backOff(attempt, { ...PAUSES, first: firstPauseSeconds }) * 1000, undefined, {
            signal,
          }).catch(() => undefined);
          continue;
        }
        const { status } = outcome;
        if ((status >= 200 && status <= 299) || request.accept?.includes(status) === true)
          return outcome;
        outcome.discard();
        const failure = errorOfStatus(status);
        if (isLast || !TRANSIENT.has(status)) throw failure;
        const asked = retryAfterSeconds(outcome.headers['retry-after']);
        if (asked !== undefined && asked > RETRY_AFTER_MAX_SECONDS)
          throw new SourceError('rate_limited');
        const seconds = asked ?? backOff(attempt, { ...PAUSES, first: firstPauseSeconds });
        await pause(seconds * 1000, undefined, { signal }).catch(() => undefined);
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const isResponse = (value: unknown): value is SourceResponse =>
  typeof value === 'object' && value !== null && 'discard' in value;

const isTransient = (error: unknown): boolean =>
  error instanceof SourceError && (error.code === 'unreachable' || error.code === 'timeout');

/** The same host and port, or https on the standard port instead of http. */
const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (to.hostname === from.hostname &&
    from.protocol === 'http:' &&
    to.protocol === 'https:' &&
    to.port === '');

function parsed(text: string): URL {
  if (!URL.canParse(text)) throw new SourceError('invalid_response');
  return new URL(text);
}

/** Why a status other than success ends a request. */
export function errorOfStatus(status: number): SourceError {
  if (status === 401 || status === 407) return new SourceError('sign_in');
  if (status === 403) return new SourceError('forbidden');
  if (status === 404 || status === 410) return new SourceError('not_found');
  if (status === 413) return new SourceError('too_large');
  if (status === 429 || status === 503) return new SourceError('rate_limited');
  return new SourceError(status >= 500 ? 'unreachable' : 'invalid_response', {
    message: `The source returned the status ${status}.`,
  });
}

interface Reading {
  /** Another piece has come. */
  wait: () => void;
  end: () => void;
  failure: (error: unknown) => unknown;
}

function responseOf(
  message: http.IncomingMessage,
  url: URL,
  bytesMax: number,
  { wait, end, failure }: Reading,
): SourceResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of limitedBody(message, bytesMax)) {
        wait();
        yield piece;
      }
      if (!message.complete) throw new OutgoingError('unreachable');
    } catch (error) {
      throw failure(error);
    } finally {
      end();
      message.destroy();
    }
  }
  const bytes = async (): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body()) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const text = async () => Buffer.from(await bytes()).toString('utf8');
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    url,
    body,
    bytes,
    text,
    json: async () => {
      try {
        return JSON.parse(await text()) as unknown;
      } catch (error) {
        throw error instanceof SourceError
          ? error
          : new SourceError('invalid_response', { cause: error });
      }
    },
    discard: () => {
      end();
      message.destroy();
    },
  };
}
