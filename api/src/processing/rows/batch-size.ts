/** About the longest time for which a batch holds the embedded database: requests wait for it. */
const HELD_MILLISECONDS = 15;
/** About the longest time of a batch on PostgreSQL, round trips included: others wait for its locks. */
export const ELAPSED_MILLISECONDS = 30;

/** Bounds of a batch in rows. */
export interface BatchBounds {
  first: number;
  most: number;
  /** In smaller batches, the overhead of the transaction dominates. */
  least?: number;
}

/** How many rows the next batch has: a slow batch is followed by a smaller one, a fast one by a larger one. */
export class BatchSize {
  readonly #most: number;
  readonly #least: number;
  #rows: number;

  constructor({ first, most, least = 50 }: BatchBounds) {
    this.#most = most;
    this.#least = Math.min(least, first);
    this.#rows = first;
  }

  get rows(): number {
    return this.#rows;
  }

  /**
   * Notes that a batch of `rows` rows took this long, of at most `limit` milliseconds. A batch of few rows says
   * nothing about larger ones.
   */
  note(rows: number, milliseconds: number, limit = HELD_MILLISECONDS): void {
    if (rows < this.#least) return;
    if (milliseconds > limit) {
      const fitting = Math.floor((Math.min(rows, this.#rows) * limit) / milliseconds);
      this.#rows = Math.max(this.#least, Math.min(this.#rows, fitting));
    } else if (milliseconds < limit / 2 && rows >= this.#rows / 2) {
      this.#rows = Math.min(this.#most, this.#rows * 2);
    }
  }
}
