import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';

import { Contention, DatabaseUnavailable } from '../database/database-error.ts';
import type { ApiContext, ApiEnv } from './api-context.ts';
import type { Log } from '../log.ts';
import { Problem } from './problem.ts';
import { abandoned, diskFull, malformed, notReady, unexpected } from './problems.ts';

/**
 * Turns a thrown error into a response `{message, issues?}`, and logs those with a status from 500: with the stack,
 * unless they are expected, as where a queue is full or the client went away.
 */
export function errorHandler(log: Log): ErrorHandler<ApiEnv> {
  return (error, c) => {
    const isGone = isAbandoned(c, error);
    const problem = isGone ? abandoned() : asProblem(error);
    const fields = { request_id: c.get('requestId') };
    if (isGone) c.set('isAbandoned', true);
    if (problem.busy !== undefined) {
      c.set('busy', problem.busy);
      log.warn('a queue is full', { ...fields, queue: problem.busy });
    } else if (problem.status >= 500) {
      if (problem.isExpected) log.warn(problem.message, fields);
      else if (error instanceof Contention) log.warn(error.message, fields);
      else log.error(problem.message, error, fields);
    }
    if (problem.retryAfterSeconds !== undefined) {
      c.header('Retry-After', String(problem.retryAfterSeconds));
    }
    for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
    const { message, issues } = problem;
    return c.json(issues === undefined ? { message } : { message, issues }, problem.status);
  };
}

/** Errors of a body whose client went away, and of what was ended with its request. */
const GONE_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Returns whether a request failed because its client went away. */
function isAbandoned(c: ApiContext, error: Error): boolean {
  const { incoming, outgoing } = c.env ?? {};
  const isGone =
    c.req.raw.signal.aborted || incoming?.destroyed === true || outgoing?.destroyed === true;
  if (!isGone) return false;
  if (error instanceof Problem) return error.status === 503;
  return error.name === 'AbortError' || ('code' in error && GONE_CODES.has(String(error.code)));
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

function asProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) return notReady();
  if (error instanceof HTTPException && error.status < 500)
    return malformed('The request is malformed.');
  if ('code' in error && DISK_FULL.has(String(error.code))) return diskFull();
  return unexpected();
}
