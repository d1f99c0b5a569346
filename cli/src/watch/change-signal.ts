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
    // Nobody sets this clock.
    const now = performance.now();
    this.#first ??= now;
    this.#last = now;
    this.#wake.resolve();
  }

  /** Resolves once something has changed and a burst of changes has ended. Rejects when the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    try {
      await Promise.race([this.#wake.promise, aborted.promise]);
      for (let left = this.#millisecondsLeft(); left > 0; left = this.#millisecondsLeft()) {
        await Promise.race([sleep(left), aborted.promise]);
      }
    } finally {
      signal.removeEventListener('abort', abort);
    }
    this.#first = undefined;
    this.#wake = Promise.withResolvers<void>();
  }

  #millisecondsLeft(): number {
    const { quiet, longest } = this.#times;
    return Math.min(this.#last + quiet, (this.#first ?? this.#last) + longest) - performance.now();
  }
}

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
