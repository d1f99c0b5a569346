import type { SsoFailure } from '@carrel/shared/contract/sign-in';

/** Ends a sign-in, with the reason that its screen says. */
export class SsoRefused extends Error {
  override readonly name = 'SsoRefused';
  readonly failure: SsoFailure;

  constructor(failure: SsoFailure, cause?: unknown) {
    super(`Single sign-on failed: ${failure}`, { cause });
    this.failure = failure;
  }
}
