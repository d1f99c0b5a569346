import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { ApiEnv } from '../../platform/http/api-context.ts';
import { errorHandler } from '../../platform/http/error-handler.ts';
import type { Log } from '../../platform/log.ts';

/** What another API's clients expect of an error. */
export interface ErrorFormat {
  status: ContentfulStatusCode;
  body: object;
}

/** Turns a thrown error into the response of another API. `format` gets what the API of Carrel responds. */
export function errorsInFormat(
  log: Log,
  format: (status: number, message: string) => ErrorFormat,
): ErrorHandler<ApiEnv> {
  const handle = errorHandler(log);
  return async (error, c) => {
    const response = await handle(error, c);
    const { message } = (await response.json()) as { message: string };
    const { status, body } = format(response.status, message);
    return c.json(body, status);
  };
}
