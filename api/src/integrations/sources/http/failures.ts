import type { SourceFailureCode } from '@carrel/shared/contract/sources';

import { OutgoingError, type OutgoingFailure } from '../../../platform/outgoing/outgoing-error.ts';
import { SourceError } from '../source-error.ts';

const CODES: Readonly<Record<OutgoingFailure, SourceFailureCode>> = {
  private: 'private_address',
  insecure: 'insecure',
  unreachable: 'unreachable',
  timeout: 'timeout',
  cancelled: 'server',
  large: 'too_large',
};

/** What a failed connection says of a source. */
export function sourceErrorOf(
  error: unknown,
  { isCancelled, isSlow }: { isCancelled: boolean; isSlow: boolean },
): SourceError {
  if (error instanceof SourceError) return error;
  if (isCancelled) return new SourceError('server', { cause: error });
  if (error instanceof OutgoingError)
    return new SourceError(CODES[error.failure], { cause: error });
  return new SourceError(isSlow ? 'timeout' : 'unreachable', { cause: error });
}
