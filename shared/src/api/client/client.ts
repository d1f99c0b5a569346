import type * as v from 'valibot';

import { confirmPassword } from '../session/password-prompt.ts';
import { withSession } from '../session/with-session.ts';
import type { ApiResponse, Call, Method, TextBody } from './call.ts';
import { apiUrlOf } from './client-settings.ts';
import { dedupe } from './dedupe.ts';
import { expectDone, expectSuccess, expectText, readBody } from './responses.ts';
import { deleteResponses, send, sendAhead } from './transport.ts';

/** Milliseconds that the server has for a response. */
export const CALL_TIMEOUT = 30_000;

export interface CallOptions {
  /** The body, sent as JSON. */
  json?: unknown;
  /** A body that is not JSON, such as CSV, in place of it. */
  text?: TextBody;
  /** The organization that the call is about, sent as `X-Organization-Id`. */
  organizationId?: string;
  /** For the few calls on which a 401 does not mean that the access cookie has expired. */
  skipRefresh?: boolean;
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

const keyOf = ({ method, url, organizationId, json }: Call): string =>
  JSON.stringify([method, url, organizationId, json]);

async function responseTo(
  method: Method,
  path: string,
  { json, text, organizationId, skipRefresh = false, signal }: CallOptions,
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
    withSession(() => send({ ...call, signal }), skipRefresh);
  if (method === 'GET') return dedupe(keyOf(call), sendWith, signal);
  deleteResponses();
  try {
    const response = await sendWith(signal);
    if (response.passwordNeeded !== true || !(await confirmPassword())) return response;
    return await sendWith(signal);
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

/** Sends a read that a screen will soon make; the screen's own call then gets its response or failure. */
export function preload(path: string, organizationId?: string): void {
  sendAhead({ method: 'GET', url: apiUrlOf(path), organizationId, timeout: CALL_TIMEOUT });
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
