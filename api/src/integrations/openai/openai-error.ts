import type { ErrorFormat } from '../retrieval/error-format.ts';

const TYPES: Record<number, [type: string, code: string | null]> = {
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['invalid_request_error', 'insufficient_permissions'],
  404: ['invalid_request_error', 'not_found'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
};

/** Returns an error in the format of OpenAI's API, which responds 400 to invalid fields. */
export function openAiError(status: number, message: string): ErrorFormat {
  const fallback = status < 500 ? 'invalid_request_error' : 'server_error';
  const [type, code] = TYPES[status] ?? [fallback, null];
  return {
    status: (status === 422 ? 400 : status) as ErrorFormat['status'],
    body: { error: { message, type, param: null, code } },
  };
}
