import type { ErrorFormat } from '../retrieval/error-format.ts';

/** The codes that dify's documentation suggests; others are the HTTP status. */
const CODES: Record<number, number> = { 401: 1002, 403: 1002, 404: 2001 };

/** Returns an error in the format of dify's external knowledge API. */
export function difyError(status: number, message: string): ErrorFormat {
  return {
    status: status as ErrorFormat['status'],
    body: { error_code: CODES[status] ?? status, error_msg: message },
  };
}
