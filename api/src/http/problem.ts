import type { ErrorBody } from '@carrel/shared/contract';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error that becomes the response to a request. Its message tells the user what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly issues: ErrorBody['issues'];
  readonly retryAfterSeconds: number | undefined;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    details: {
      issues?: ErrorBody['issues'];
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.headers = details.headers ?? {};
  }
}
