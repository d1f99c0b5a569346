/** Why the browser returned no passkey. */
export type PasskeyFailure =
  /** The user cancelled, or nothing was there to choose: browsers do not tell these apart. */
  | 'cancelled'
  | 'timed-out'
  /** Another request, or the page, ended this one. */
  | 'aborted'
  /** The device has a passkey of the account already. */
  | 'registered'
  | 'unsupported'
  /** The page is at an address that the server's passkeys are not for. */
  | 'wrong-address'
  | 'failed';

/** The browser returned no passkey. The message tells the user what to do. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Milliseconds by which a browser may be early. */
const TOLERANCE = 1000;

/** By the name of the browser's error (WebAuthn 3, 5.1.3 and 5.1.4). */
const FAILURES: Record<string, PasskeyFailure> = {
  AbortError: 'aborted',
  ConstraintError: 'unsupported',
  InvalidStateError: 'registered',
  NotAllowedError: 'cancelled',
  NotSupportedError: 'unsupported',
  SecurityError: 'wrong-address',
};

/** Runs a request for a passkey, and throws its failure as a `PasskeyError` with the words of `messages`. */
export async function withFailures<T>(
  messages: Readonly<Record<PasskeyFailure, string>>,
  timeout: number,
  request: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const fail = (failure: PasskeyFailure, cause?: unknown) =>
    new PasskeyError(failure, messages[failure], { cause });
  if (!('PublicKeyCredential' in globalThis)) throw fail('unsupported');
  try {
    return await request();
  } catch (cause) {
    const failure = FAILURES[cause instanceof Error ? cause.name : ''] ?? 'failed';
    const isLate = performance.now() - start > timeout - TOLERANCE;
    throw fail(failure === 'cancelled' && isLate ? 'timed-out' : failure, cause);
  }
}
