/** About the longest time of a batch: requests to the embedded database wait for it. */
const BATCH_MILLISECONDS = 15;

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

  /** Notes that a batch of `rows` rows took this long. A batch of few rows says nothing about larger ones. */
  note(rows: number, milliseconds: number): void {
    if (rows < this.#least) return;
    if (milliseconds > BATCH_MILLISECONDS) {
      const fitting = Math.floor((Math.min(rows, this.#rows) * BATCH_MILLISECONDS) / milliseconds);
      this.#rows = Math.max(this.#least, Math.min(this.#rows, fitting));
    } else if (milliseconds < BATCH_MILLISECONDS / 2 && rows >= this.#rows / 2) {
      this.#rows = Math.min(this.#most, this.#rows * 2);
    }
  }
}
