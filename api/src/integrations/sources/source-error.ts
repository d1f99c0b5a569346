import type { SourceFailureCode } from '@carrel/shared/contract/sources';

const SENTENCES: Readonly<Record<SourceFailureCode, string>> = {
  unreachable: 'The source could not be reached.',
  timeout: 'The source did not respond in time.',
  private_address: 'The address leads to a private network, which is not allowed.',
  insecure: 'The address must begin with https://.',
  redirected: 'The address leads to another host. Enter that one if you trust it.',
  sign_in: 'The source refused the user name, password or token.',
  forbidden: 'The source does not allow this to be read.',
  not_found: 'The source has nothing at this place.',
  rate_limited: 'The source asks for fewer requests. The next run tries again.',
  too_many_objects:
    'The source has more objects than one source may follow. Limit it by a folder or a pattern.',
  too_large: 'It is larger than is allowed.',
  invalid_response: 'The source returned an invalid response.',
  not_allowed: 'The operator of this server does not allow this place.',
  not_connected: 'The connection has ended. Connect the source again.',
  quota: 'The organization has no room for what the source has.',
  server: 'The server could not complete the run.',
};

/** Codes that concern one object where they happen while it is read. */
const OF_OBJECT: ReadonlySet<SourceFailureCode> = new Set([
  'not_found',
  'too_large',
  'forbidden',
  'invalid_response',
]);

/** Why a source, or an object of it, cannot be read. The message is for users. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceFailureCode;

  /** `message` says more than the sentence of the code. */
  constructor(
    code: SourceFailureCode,
    { message, cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message ?? SENTENCES[code], { cause });
    this.code = code;
  }

  /** Whether only the object that was read is concerned. */
  get isOfObject(): boolean {
    return OF_OBJECT.has(this.code);
  }
}
