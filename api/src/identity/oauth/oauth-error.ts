import type { ApiContext } from '../../platform/http/api-context.ts';
import { Problem } from '../../platform/http/problem.ts';

/** Errors of RFC 6749 (5.2), RFC 7591 (3.2.2) and RFC 8707 (2). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type';

/** A refusal in the form that programs read. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Runs `work`, and responds with the OAuthError that it throws. A request that cannot be read is one of `unreadable`.
 */
export async function answered(
  c: ApiContext,
  work: () => Promise<Response>,
  unreadable: OAuthErrorCode = 'invalid_request',
): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    const isUnreadable = thrown instanceof Problem && [400, 422].includes(thrown.status);
    const error = isUnreadable ? new OAuthError(unreadable, thrown.message) : thrown;
    if (!(error instanceof OAuthError)) throw error;
    const status = error.code === 'invalid_client' ? 401 : 400;
    return c.json({ error: error.code, error_description: error.message }, status);
  }
}
