import * as v from 'valibot';

import { errorBodySchema } from '../../contract/public.ts';
import { ApiError } from '../api-error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body of text, and its `Content-Type`. */
export interface TextBody {
  type: string;
  text: string;
}

/** One request to the API. */
export interface Call {
  method: Method;
  url: string;
  /** Sent as the body unless it is undefined. */
  json?: unknown;
  /** A body that is not JSON, in place of it. */
  text?: TextBody | undefined;
  organizationId?: string | undefined;
  /** Milliseconds for the response, and again for its body. */
  timeout: number;
  /** How often the request is sent again when the network fails; not at all by default. */
  retries?: number;
  signal?: AbortSignal | undefined;
}

/** A response read to its end, of any status. */
export interface ApiResponse {
  status: number;
  text: string;
  requestId: string | undefined;
  /** Seconds after which the server will accept the request again. */
  retryAfter?: number | undefined;
  /** The user has to authenticate again before the call may be sent again: the value of `REAUTHENTICATE_HEADER`. */
  reauthenticateBy?: string | undefined;
}

export const ORGANIZATION_HEADER = 'X-Organization-Id';
export const REQUEST_ID_HEADER = 'X-Request-Id';

const messageSchema = v.object({ message: v.pipe(v.string(), v.nonEmpty()) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a 2xx as it is; throws `http` for anything else, with the body's message or "HTTP 500". */
export function expectSuccess(response: ApiResponse): ApiResponse {
  const { status, requestId, retryAfter } = response;
  if (status >= 200 && status < 300) return response;
  const body = parse(response.text);
  const worded = v.safeParse(messageSchema, body);
  const full = v.safeParse(errorBodySchema, body);
  throw new ApiError('http', worded.success ? worded.output.message : `HTTP ${status}`, {
    status,
    requestId,
    retryAfter,
    issues: full.success ? full.output.issues : undefined,
  });
}

const PAGE = /^\s*<(?:!doctype|html)\b/i;

/**
 * Accepts any body of a 2xx except a page, for which it throws `contract`: a proxy, or the sign-in of a
 * public network, responded in place of the server, and nothing was done.
 */
export function expectDone(response: ApiResponse): void {
  expectText(response);
}

/** Returns the body of a 2xx, except a page, as above. */
export function expectText(response: ApiResponse): string {
  const { status, requestId, text } = expectSuccess(response);
  if (PAGE.test(text)) throw new ApiError('contract', undefined, { status, requestId });
  return text;
}

/** Returns the parsed body; throws `contract` for one that breaks the schema, is absent or is no JSON. */
export function readBody<Schema extends v.GenericSchema>(
  { status, requestId, text }: ApiResponse,
  schema: Schema,
  message?: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, parse(text));
  if (result.success) return result.output;
  throw new ApiError('contract', message, {
    status,
    requestId,
    cause: new Error(
      result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; '),
    ),
  });
}
