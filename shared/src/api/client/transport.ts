import type * as Calls from 'ky';

import { ApiError, isApiError } from '../api-error.ts';
import { keepEarlyAnswer, takeEarlyAnswer } from './preloaded-responses.ts';

let loaded: typeof Calls | undefined;

/** The code behind a call comes after the first paint; a screen that will call asks for it early. */
export async function loadCalls(): Promise<typeof Calls> {
  loaded ??= await import(/* webpackChunkName: "calls" */ 'ky');
  return loaded;
}

/** An answer read to its end, of any status. */
export interface Answer {
  status: number;
  text: string;
  requestId: string | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Call {
  method: Method;
  url: string;
  /** Sent as the body when it is not undefined. */
  json?: unknown;
  organizationId?: string | undefined;
  /** Milliseconds for the answer, and again for its body. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

export const ORGANIZATION_HEADER = 'X-Organization-Id';

/**
 * Sends one request, cookies included, and reads the answer. Raises `network` and `timeout` only; an
 * aborted call raises the signal's own reason. Nothing is retried here.
 */
export async function send(call: Call): Promise<Answer> {
  const early = takeEarlyAnswer(call);
  if (early === undefined) return sendNow(call);
  return early.catch((error: unknown) => {
    if (isApiError(error) || call.signal?.aborted === true) throw error;
    // It was lost on its way, and may not be when it is asked for again.
    return sendNow(call);
  });
}

/** Sends a read now that somebody is about to make; its answer is kept for them for a while. */
export function sendAhead(call: Call): void {
  keepEarlyAnswer(call, sendNow);
}

async function sendNow(call: Call): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.organizationId !== undefined) headers[ORGANIZATION_HEADER] = call.organizationId;
  const calls =
    loaded ??
    (await loadCalls().catch((error: unknown) => {
      throw new ApiError('network', undefined, { cause: error });
    }));
  call.signal?.throwIfAborted();
  const { default: ky, isNetworkError, isTimeoutError } = calls;
  try {
    const request = ky(call.url, {
      method: call.method,
      headers,
      credentials: 'include',
      retry: 0,
      throwHttpErrors: false,
      timeout: call.deadline,
      ...(call.json === undefined ? {} : { json: call.json }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
    // ky's own text() holds the reading of the body to the deadline too.
    const [response, text] = await Promise.all([request, request.text()]);
    return {
      status: response.status,
      text,
      requestId: response.headers.get('X-Request-Id') ?? undefined,
    };
  } catch (error) {
    if (call.signal?.aborted === true) throw call.signal.reason;
    if (isTimeoutError(error)) throw new ApiError('timeout', undefined, { cause: error });
    if (isNetworkError(error) || error instanceof TypeError) {
      throw new ApiError('network', undefined, { cause: error });
    }
    throw error;
  }
}
