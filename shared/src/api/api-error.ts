/** What kind of failure it was. Branch on this and on `status`, never on the text. */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'contract' | 'session';

/** A field at fault, as a 422 names it. */
export interface ApiIssue {
  path: string;
  message: string;
}

interface ApiErrorDetails {
  status?: number | undefined;
  issues?: ApiIssue[] | undefined;
  /** The response's `X-Request-Id`, by which the server's log can be searched. */
  requestId?: string | undefined;
  /** Seconds after which the server will accept the request again, as a 429 says. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

const KINDS: readonly string[] = [
  'http',
  'network',
  'timeout',
  'contract',
  'session',
] satisfies ApiErrorKind[];

/** The messages of failures that have none; `http` and `session` always have one. */
const SENTENCES: Partial<Record<ApiErrorKind, string>> = {
  network: 'The server could not be reached. Check your connection and try again.',
  timeout: 'The server took too long to answer. Please try again.',
  contract: 'The server sent an answer that this page does not understand.',
};

/** The one error that every call of this room throws. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status?: number | undefined;
  readonly issues?: ApiIssue[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;

  constructor(kind: ApiErrorKind, message?: string, details: ApiErrorDetails = {}) {
    super(
      message ?? SENTENCES[kind] ?? '',
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.kind = kind;
    this.status = details.status;
    this.issues = details.issues;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** Returns whether this is an `ApiError`, by its shape: two bundles may each have their own class. */
export function isApiError(error: unknown): error is ApiError {
  return (
    error instanceof Error &&
    error.name === 'ApiError' &&
    'kind' in error &&
    typeof error.kind === 'string' &&
    KINDS.includes(error.kind)
  );
}

/**
 * Returns whether this session error only means that no refresh was possible, as the server could not be
 * reached or failed: the session may still exist.
 */
export function isUnanswered(error: unknown): boolean {
  if (!isApiError(error) || error.kind !== 'session' || !isApiError(error.cause)) return false;
  const { kind, status = 0 } = error.cause;
  return kind !== 'http' || status === 429 || status >= 500;
}

/**
 * Returns the text of a toast: the message of the server or of the call, otherwise the fallback, also
 * in place of the general sentence of a network, timeout or contract failure, and of a session that may
 * still exist.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isApiError(error) || error.message === '' || isUnanswered(error)) return fallback;
  return error.message === SENTENCES[error.kind] ? fallback : error.message;
}
