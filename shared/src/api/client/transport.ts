import { ApiError, isApiError } from '../api-error.ts';
import type { ApiResponse, Call } from './call.ts';
import { deleteShared } from './dedupe.ts';
import { loadCalls } from './load-calls.ts';

/** Milliseconds for which a preloaded response is used in place of a new one. */
export const PRELOADED_AGE_MAX = 10_000;

interface PreloadedResponse {
  /** Milliseconds since the page began to load. */
  sentAt: number;
  response: Promise<ApiResponse>;
}

declare global {
  interface Window {
    /** By organization and URL. The page's inline script fills it before any other code runs. */
    carrelPreloaded?: Map<string, PreloadedResponse>;
  }
}

const keyOf = ({ url, organizationId }: Call) => `${organizationId ?? ''} ${url}`;

const isOld = ({ sentAt }: PreloadedResponse) => performance.now() - sentAt > PRELOADED_AGE_MAX;

/**
 * Returns the response to a call: the preloaded one where there is one, else that of a new request.
 * Throws `network` and `timeout`; an aborted call throws the signal's reason.
 */
export async function send(call: Call): Promise<ApiResponse> {
  const preloaded = takePreloaded(call);
  if (preloaded === undefined) return sendNow(call);
  return preloaded.catch((error: unknown) => {
    if (isApiError(error) || call.signal?.aborted === true) throw error;
    // The page's own request failed; another may not.
    return sendNow(call);
  });
}

/**
 * Sends a read that a screen will soon make, and keeps its response for it, unless a recent one is kept
 * already.
 */
export function sendAhead(call: Call): void {
  window.carrelPreloaded ??= new Map();
  const key = keyOf(call);
  const kept = window.carrelPreloaded.get(key);
  if (kept !== undefined && !isOld(kept)) return;
  const response = sendNow(call);
  // It may be that no caller ever takes it, and so handles its failure.
  response.catch(() => undefined);
  window.carrelPreloaded.set(key, { sentAt: performance.now(), response });
}

/** Deletes shared and preloaded responses: after a change they may be old, or another user's. */
export function deleteResponses(): void {
  deleteShared();
  window.carrelPreloaded?.clear();
}

async function sendNow(call: Call): Promise<ApiResponse> {
  const { sendRequest } = await loadCalls();
  return sendRequest(call);
}

/**
 * Returns the preloaded response to a read, once: a second read is meant to fetch anew. Undefined
 * where there is none. Rejects as the read itself would, and after its timeout.
 */
function takePreloaded(call: Call): Promise<ApiResponse> | undefined {
  const key = keyOf(call);
  const preloaded = window.carrelPreloaded?.get(key);
  if (call.method !== 'GET' || preloaded === undefined) return undefined;
  window.carrelPreloaded?.delete(key);
  return isOld(preloaded) ? undefined : withTimeout(preloaded.response, call);
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
