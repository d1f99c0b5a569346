import * as v from 'valibot';

import { errorBodySchema } from '../../contract/public.ts';
import { ApiError } from '../api-error.ts';
import type { Answer } from './transport.ts';

const messageSchema = v.object({ message: v.pipe(v.string(), v.nonEmpty()) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Passes a 2xx on; raises `http` for anything else, in the words of the body or as "HTTP 500". */
export function expectSuccess(answer: Answer): Answer {
  const { status, requestId } = answer;
  if (status >= 200 && status < 300) return answer;
  const body = parse(answer.text);
  const worded = v.safeParse(messageSchema, body);
  const full = v.safeParse(errorBodySchema, body);
  throw new ApiError('http', worded.success ? worded.output.message : `HTTP ${status}`, {
    status,
    requestId,
    issues: full.success ? full.output.issues : undefined,
  });
}

const PAGE = /^\s*<(?:!doctype|html)\b/i;

/**
 * Takes any body of a 2xx but a page, for which it raises `contract`: a proxy, or the sign-in of a
 * public network, answered in place of the server, and nothing was done.
 */
export function expectDone(answer: Answer): void {
  const { status, requestId, text } = expectSuccess(answer);
  if (PAGE.test(text)) throw new ApiError('contract', undefined, { status, requestId });
}

/** The body, held to its schema; raises `contract` for one that breaks it, is absent or is no JSON. */
export function readBody<Schema extends v.GenericSchema>(
  answer: Answer,
  schema: Schema,
  complaint?: string,
): v.InferOutput<Schema> {
  const { status, requestId } = answer;
  const result = v.safeParse(schema, parse(answer.text));
  if (result.success) return result.output;
  throw new ApiError('contract', complaint, {
    status,
    requestId,
    cause: new Error(
      result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; '),
    ),
  });
}
