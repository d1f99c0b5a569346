import type { ErrorBody } from '@carrel/shared/contract';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Queues and limits of a process that can be full, as `/metrics` names them. */
export type BusyQueue =
  | 'approvals'
  | 'chunks'
  | 'downloads'
  | 'event_streams'
  | 'passkeys'
  | 'previews'
  | 'programs'
  | 'questions'
  | 'search_index'
  | 'searches'
  | 'texts'
  | 'uploads';

/** An error that becomes the response to a request. Its message tells the user what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ContentfulStatusCode;
  readonly issues: ErrorBody['issues'];
  readonly retryAfterSeconds: number | undefined;
  /** The queue that is full, if that is the problem. */
  readonly busy: BusyQueue | undefined;
  /** Whether the problem needs nobody who looks into it, as where a queue is full. */
  readonly isExpected: boolean;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    details: {
      issues?: ErrorBody['issues'];
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
      busy?: BusyQueue;
      isExpected?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.busy = details.busy;
    this.isExpected = details.isExpected ?? details.busy !== undefined;
    this.headers = details.headers ?? {};
  }
}
