/** Successes until something larger than what worked is tried; doubled each time that it is refused. */
const PROBE = { first: 16, most: 4096 } as const;

/**
 * The largest size that a service takes, as its responses show. Once a size was refused, sizes are those that
 * worked; from time to time a larger one is tried.
 */
export class LearnedLimit {
  readonly #most: number;
  #worked = 0;
  #refused = Infinity;
  #successes = 0;
  #probeAfter: number = PROBE.first;
  #isProbing = false;

  /** @param most what is never exceeded. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The largest size that worked. */
  get worked(): number {
    return this.#worked;
  }

  /** What to keep to. */
  get max(): number {
    return this.#isKnown ? Math.max(1, this.#worked) : this.#most;
  }

  /** Whether something was refused that may be sent. */
  get #isKnown(): boolean {
    return this.#refused !== Infinity && this.#refused <= this.#most;
  }

  /** What the next request keeps to: `max`, or more to try it. */
  next(): number {
    if (!this.#isKnown || this.#successes < this.#probeAfter) return this.max;
    this.#successes = 0;
    this.#isProbing = true;
    const isNear = this.#refused - this.#worked <= Math.max(1, this.#worked / 8);
    // What was refused once may have been refused for something else.
    return Math.min(this.#most, isNear ? this.#refused : (this.#refused + this.#worked) / 2);
  }

  noteWorked(size: number): void {
    this.#successes += 1;
    this.#worked = Math.max(this.#worked, size);
    if (size < this.#refused) return;
    this.#refused = Infinity;
    this.#probeAfter = PROBE.first;
  }

  noteRefused(size: number): void {
    this.#refused = Math.min(this.#refused, size);
    if (this.#worked >= this.#refused) this.#worked = this.#refused / 2;
    if (this.#isProbing) this.#probeAfter = Math.min(this.#probeAfter * 2, PROBE.most);
    this.#isProbing = false;
    this.#successes = 0;
  }
}
