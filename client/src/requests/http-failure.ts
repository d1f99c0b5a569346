import { errorBodySchema, retryAfterSeconds } from '@carrel/shared/contract';
import * as v from 'valibot';

import { HttpError } from '../errors/failures.ts';

/** Returns the error of a response that is not 2xx. `now` is in milliseconds since 1970. */
export function httpFailure(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  now: number,
): HttpError {
  const body = bodyOf(text);
  return new HttpError(body?.message ?? sentenceOf(status), {
    status,
    headers,
    issues: body?.issues,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: retryAfterSeconds(headers.get('Retry-After'), now),
  });
}

function bodyOf(text: string): v.InferOutput<typeof errorBodySchema> | undefined {
  try {
    return v.parse(errorBodySchema, JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A browser does not tell the status of a redirect that it does not follow: it is 0. */
const isRedirect = (status: number) => status === 0 || (status >= 300 && status < 400);

const sentenceOf = (status: number) =>
  isRedirect(status)
    ? `The server redirects the request (status ${status}), which is not followed. Check its URL.`
    : `The server responded with status ${status}.`;
