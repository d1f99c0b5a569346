import { isCarrelError, isHttpError } from '@carrel/client';

import { EXIT, Failure } from './exit-codes.ts';

/** Returns what a person is told of a failed call, and of anything else what it is. */
export function failureOf(error: unknown): unknown {
  if (!isCarrelError(error)) return error;
  const exitCode = isHttpError(error, 401, 403) ? EXIT.notAllowed : EXIT.failed;
  return new Failure(error.message, exitCode, { cause: error });
}
