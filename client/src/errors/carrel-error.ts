/** What kind of failure it was. Branch on this and on `status`, never on the text. */
export type CarrelErrorKind = 'http' | 'network' | 'timeout' | 'contract';

/** A field at fault, as a 422 names it. */
export interface CarrelIssue {
  path: string;
  message: string;
}

export interface CarrelErrorDetails {
  status?: number | undefined;
  issues?: readonly CarrelIssue[] | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  headers?: Headers | undefined;
  cause?: unknown;
}

/**
 * What every failed call of this client throws, except one that its caller has aborted: that throws the reason
 * of the signal. `message` is a sentence for a person.
 */
export abstract class CarrelError extends Error {
  abstract readonly kind: CarrelErrorKind;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** The fields at fault; empty unless the status is 422. */
  readonly issues: readonly CarrelIssue[];
  /** The response's `X-Request-Id`, by which the server's log can be searched. */
  readonly requestId: string | undefined;
  /** Seconds after which the server takes the request again, as it said with the response. */
  readonly retryAfter: number | undefined;
  /** The headers of the response, if there was one. */
  readonly headers: Headers | undefined;

  constructor(message: string, details: CarrelErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.status = details.status;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.headers = details.headers;
  }
}
