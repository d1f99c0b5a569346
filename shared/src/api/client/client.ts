import type * as v from 'valibot';

import { ApiError, isApiError } from '../api-error.ts';
import { confirmPassword } from './password-prompt.ts';
import { markOfPage, markSession } from './session-state.ts';
import type { SessionMark } from './session-state.ts';
import { withSession } from './with-session.ts';
import { expectDone, expectSuccess, expectText, readBody } from './call.ts';
import type { ApiResponse, Call, Method, TextBody } from './call.ts';
import { apiUrlOf } from './client-settings.ts';
import { dedupe, deleteShared } from './dedupe.ts';
import { loadCalls } from './load-calls.ts';

/** Milliseconds that the server has for a response. */
export const CALL_TIMEOUT = 30_000;
/** Milliseconds for which a preloaded response is used in place of a new one. */
export const PRELOADED_AGE_MAX = 10_000;

export interface CallOptions {
  /** The body, sent as JSON. */
  json?: unknown;
  /** A body that is not JSON, such as CSV, in place of it. */
  text?: TextBody;
  /** The organization that the call is about, sent as `X-Organization-Id`. */
  organizationId?: string;
  /** For the few calls on which a 401 does not mean that the access cookie has expired. */
  skipRefresh?: boolean;
  /** For a read that asks whether there is a session: a 401 is not announced as the end of one. */
  quiet?: boolean;
  /** For a read that is sent as a POST: shared and preloaded responses stay. */
  changesNothing?: boolean;
  signal?: AbortSignal;
}

export interface PendingCall {
  /** Sends the request and returns its body, parsed with the schema. */
  json<Schema extends v.GenericSchema>(schema: Schema): Promise<v.InferOutput<Schema>>;
  /** Sends the request and returns its body as it is. */
  text(): Promise<string>;
  /** Sends the request and accepts any body of a success. */
  done(): Promise<void>;
}

interface PreloadedResponse {
  /** Milliseconds since the page began to load. */
  sentAt: number;
  /** The session when it was sent; the page's inline script only has the stamp of the last refresh. */
  mark?: SessionMark;
  stamp?: string | null | undefined;
  response: Promise<ApiResponse>;
}

/** A response, marked if its request was sent before it was asked for. */
type MarkedResponse = ApiResponse & { sentAt?: SessionMark };

declare global {
  interface Window {
    /** By organization and URL. The page's inline script fills it before any other code runs. */
    carrelPreloaded?: Map<string, PreloadedResponse>;
  }
}

const dedupeKey = ({ method, url, organizationId, json }: Call): string =>
  JSON.stringify([method, url, organizationId, json]);

async function responseTo(
  method: Method,
  path: string,
  { json, text, organizationId, changesNothing = false, signal, ...session }: CallOptions,
): Promise<ApiResponse> {
  const call: Call = {
    method,
    url: apiUrlOf(path),
    json,
    text,
    organizationId,
    timeout: CALL_TIMEOUT,
  };
  const sendWith = (signal?: AbortSignal) =>
    withSession((isRetry) => (isRetry ? sendNow : send)({ ...call, signal }), session);
  if (method === 'GET') return dedupe(dedupeKey(call), sendWith, signal);
  if (changesNothing) return sendWith(signal);
  deleteResponses();
  try {
    const response = await sendWith(signal);
    const by = response.reauthenticateBy;
    return by !== undefined && (await confirmPassword(by)) ? await sendWith(signal) : response;
  } finally {
    deleteResponses();
  }
}

function call(method: Method, path: string, options: CallOptions = {}): PendingCall {
  const response = () => responseTo(method, path, options);
  return {
    json: async (schema) => readBody(expectSuccess(await response()), schema),
    text: async () => expectText(await response()),
    done: async () => expectDone(await response()),
  };
}

/**
 * Calls the API. Paths come from `apiPaths`. Identical reads are sent once, an expired session is
 * refreshed and the call retried once, as it is after the user's password was confirmed; every failure is an `ApiError`.
 *
 * @example
 * client.get(apiPaths.datasets(), { organizationId }).json(datasetListSchema)
 */
export const client = {
  get: (path: string, options?: Omit<CallOptions, 'json'>) => call('GET', path, options),
  post: (path: string, options?: CallOptions) => call('POST', path, options),
  put: (path: string, options?: CallOptions) => call('PUT', path, options),
  patch: (path: string, options?: CallOptions) => call('PATCH', path, options),
  delete: (path: string, options?: CallOptions) => call('DELETE', path, options),
} as const;

/**
 * Sends a read that a screen will soon make, unless a recent response to it is kept; the screen's own
 * call then gets the response or failure.
 */
export function preload(path: string, organizationId?: string): void {
  const call: Call = { method: 'GET', url: apiUrlOf(path), organizationId, timeout: CALL_TIMEOUT };
  window.carrelPreloaded ??= new Map();
  const key = preloadedKey(call);
  const kept = window.carrelPreloaded.get(key);
  if (kept !== undefined && !isOld(kept)) return;
  const mark = markSession();
  const response = sendNow(call);
  // It may be that no caller ever takes it, and so handles its failure.
  response.catch(() => undefined);
  window.carrelPreloaded.set(key, { sentAt: performance.now(), mark, response });
}

/** Deletes shared and preloaded responses: after a change they may be old, or another user's. */
export function deleteResponses(): void {
  deleteShared();
  window.carrelPreloaded?.clear();
}

const preloadedKey = ({ url, organizationId }: Call) => `${organizationId ?? ''} ${url}`;

const isOld = ({ sentAt }: PreloadedResponse) => performance.now() - sentAt > PRELOADED_AGE_MAX;

/**
 * Returns the response to a call: the preloaded one where there is one, else that of a new request.
 * Throws `network` and `timeout`; an aborted call throws the signal's reason.
 */
async function send(call: Call): Promise<MarkedResponse> {
  const preloaded = takePreloaded(call);
  if (preloaded === undefined) return sendNow(call);
  return preloaded.catch((error: unknown) => {
    if (isApiError(error) || call.signal?.aborted === true) throw error;
    // The page's own request failed; another may not.
    return sendNow(call);
  });
}

async function sendNow(call: Call): Promise<ApiResponse> {
  const { sendRequest } = await loadCalls();
  return sendRequest(call);
}

/**
 * Returns the preloaded response to a read, once: a second read is meant to fetch anew. Undefined
 * where there is none. Rejects as the read itself would, and after its timeout.
 */
function takePreloaded(call: Call): Promise<MarkedResponse> | undefined {
  const key = preloadedKey(call);
  const preloaded = window.carrelPreloaded?.get(key);
  if (call.method !== 'GET' || preloaded === undefined) return undefined;
  window.carrelPreloaded?.delete(key);
  if (isOld(preloaded)) return undefined;
  const sentAt = preloaded.mark ?? markOfPage(preloaded.stamp);
  return withTimeout(preloaded.response, call).then((response) => ({ ...response, sentAt }));
}

function withTimeout(
  response: Promise<ApiResponse>,
  { timeout, signal }: Call,
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError('timeout')), timeout);
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    response.then(resolve, reject).then(settle, settle);
  });
}
