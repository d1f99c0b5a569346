import type * as v from 'valibot';

import { expectDone, expectSuccess, readBody } from './answers.ts';
import { apiUrlOf } from './client-settings.ts';
import { withSession } from '../session/session-refresh.ts';
import { forgetResponses, shareResponse } from './dedupe.ts';
import { send, sendAhead } from './transport.ts';
import type { Answer, Call, Method } from './transport.ts';

/** Milliseconds that the server has for an answer. */
export const CALL_DEADLINE = 30_000;

export interface CallOptions {
  /** The body, sent as JSON. */
  json?: unknown;
  /** The organization that the call is about, sent as `X-Organization-Id`. */
  organizationId?: string;
  /** For the few calls on which a 401 says nothing about the session's access cookie. */
  skipRefresh?: boolean;
  signal?: AbortSignal;
}

export interface PendingCall {
  /** Sends the request and gives its body, held to the schema. */
  json<Schema extends v.GenericSchema>(schema: Schema): Promise<v.InferOutput<Schema>>;
  /** Sends the request where nothing is expected but success. */
  done(): Promise<void>;
}

function identityOf(call: Call): string {
  return JSON.stringify([call.method, call.url, call.organizationId, call.json]);
}

async function answerTo(method: Method, path: string, options: CallOptions): Promise<Answer> {
  const { json, organizationId, skipRefresh = false, signal } = options;
  const call: Call = {
    method,
    url: apiUrlOf(path),
    json,
    organizationId,
    deadline: CALL_DEADLINE,
  };
  const sendWith = (signal?: AbortSignal) =>
    withSession(() => send({ ...call, signal }), skipRefresh);
  if (method === 'GET') return shareResponse(identityOf(call), sendWith, signal);
  forgetResponses();
  try {
    return await sendWith(signal);
  } finally {
    forgetResponses();
  }
}

function call(method: Method, path: string, options: CallOptions = {}): PendingCall {
  const answer = () => answerTo(method, path, options);
  return {
    json: async (schema) => readBody(expectSuccess(await answer()), schema),
    done: async () => expectDone(await answer()),
  };
}

/** Has a read sent that somebody is about to make, who then finds its answer, or what kept it away. */
export function askAhead(path: string, organizationId?: string): void {
  sendAhead({ method: 'GET', url: apiUrlOf(path), organizationId, deadline: CALL_DEADLINE });
}

/**
 * Calls the API. Paths come from `apiPaths`. Identical reads are sent once, an expired session is
 * refreshed and the call retried once; every failure is an `ApiError`.
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
