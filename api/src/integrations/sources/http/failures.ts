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

/** Sentences for what Node.js says of a connection that failed. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name.',
  ECONNREFUSED: 'The server refused the connection. Check the address and the port.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS at this port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not speak TLS at this port.',
  CERT_HAS_EXPIRED: "The server's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for another name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's certificate is not trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "The server's certificate is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The server's certificate is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT: "The server's certificate is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The server's certificate is not trusted.",
};
const INSECURE = 'A secure connection to the server failed.';
const CAUSES_MAX = 5;
const NO_TLS = /wrong version number|packet length too long/i;

/** Returns why nothing could be reached, or undefined where only that is known. */
function reasonOf(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && Object.hasOwn(SENTENCES, code)) return SENTENCES[code];
    if (code === 'EPROTO' && NO_TLS.test(cause.message))
      return SENTENCES['ERR_SSL_WRONG_VERSION_NUMBER'];
    if (code === 'EPROTO' || code?.startsWith('ERR_SSL_') === true) return INSECURE;
    cause = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause.cause;
  }
  return undefined;
}

function unreachable(cause: unknown): SourceError {
  const message = reasonOf(cause);
  return new SourceError('unreachable', { cause, ...(message !== undefined && { message }) });
}

/** What a failed connection says of a source. */
export function sourceErrorOf(
  error: unknown,
  { isCancelled, isSlow }: { isCancelled: boolean; isSlow: boolean },
): SourceError {
  if (error instanceof SourceError) return error;
  if (isCancelled) return new SourceError('server', { cause: error });
  if (error instanceof OutgoingError && error.failure !== 'unreachable')
    return new SourceError(CODES[error.failure], { cause: error });
  return isSlow ? new SourceError('timeout', { cause: error }) : unreachable(error);
}
