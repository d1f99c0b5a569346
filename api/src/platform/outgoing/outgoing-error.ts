/** Why a request had no response. */
export type OutgoingFailure =
  | 'private'
  | 'insecure'
  | 'unreachable'
  | 'timeout'
  | 'cancelled'
  | 'large';

const SENTENCES: Readonly<Record<OutgoingFailure, string>> = {
  private: 'The address leads to a private network, which is not allowed.',
  insecure: 'The address must begin with https://.',
  unreachable: 'The address could not be reached.',
  timeout: 'There was no response in time.',
  cancelled: 'The request was cancelled.',
  large: 'The response was too large.',
};

/** A request that had no response. The message is for users. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, cause?: unknown) {
    super(SENTENCES[failure], { cause });
    this.failure = failure;
  }
}
