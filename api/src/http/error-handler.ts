import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';

import { DatabaseUnavailable } from '../database/database-error.ts';
import type { ApiEnv } from './api-context.ts';
import type { Log } from '../log.ts';
import { Problem } from './problem.ts';
import { diskFull, malformed, notReady, unexpected } from './problems.ts';

/** Turns a thrown error into a response `{message, issues?}`, and logs those with a status from 500. */
export function errorHandler(log: Log): ErrorHandler<ApiEnv> {
  return (error, c) => {
    const problem = asProblem(error);
    if (problem.status >= 500)
      log.error(problem.message, error, { request_id: c.get('requestId') });
    if (problem.retryAfterSeconds !== undefined) {
      c.header('Retry-After', String(problem.retryAfterSeconds));
    }
    for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
    const { message, issues } = problem;
    return c.json(issues === undefined ? { message } : { message, issues }, problem.status);
  };
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
