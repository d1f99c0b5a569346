import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds: a burst of changes has ended after `quiet` without one, or counts as ended after `longest`. */
export interface BurstTimes {
  quiet: number;
  longest: number;
}

/** Turns many changes into few signals. Changes that come while nobody waits are kept as one. */
export class ChangeSignal {
  readonly #times: BurstTimes;
  #first: number | undefined;
  #last = 0;
  #wake = Promise.withResolvers<void>();

  constructor(times: BurstTimes) {
    this.#times = times;
  }

  notify(): void {
    const now = Date.now();
    this.#first ??= now;
    this.#last = now;
    this.#wake.resolve();
  }

  /** Resolves once something has changed and a burst of changes has ended. Rejects when the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    signal.throwIfAborted();
    await Promise.race([this.#wake.promise, aborted]);
    for (;;) {
      const now = Date.now();
      const end = Math.min(
        this.#last + this.#times.quiet,
        (this.#first ?? now) + this.#times.longest,
      );
      if (now >= end) break;
      await pause(end - now, undefined, { signal });
    }
    this.#first = undefined;
    this.#wake = Promise.withResolvers<void>();
  }
}
