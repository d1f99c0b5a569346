import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

const PERIOD_MILLISECONDS = 30_000;

/** An authenticator app, as a person has on their phone. */
export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /**
   * Returns a code that was not used yet and that the server accepts: it takes one of the step before and of the next
   * one too, and each once.
   */
  async nextCode(): Promise<string> {
    const current = () => Math.floor(Date.now() / PERIOD_MILLISECONDS);
    const step = Math.max(this.#lastStep + 1, current() - 1);
    await expect.poll(() => step <= current() + 1, { timeout: 2 * PERIOD_MILLISECONDS }).toBe(true);
    this.#lastStep = step;
    return this.#totp.generate({ timestamp: step * PERIOD_MILLISECONDS });
  }
}
