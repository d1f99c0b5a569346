/** The rows with the highest scores so far, as a heap whose top is the lowest of them. */
export class BestRows {
  readonly #limit: number;
  readonly #scores: number[] = [];
  readonly #rows: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A row with this score or a lower one is none of the best. */
  get threshold(): number {
    return this.#rows.length < this.#limit ? -Infinity : (this.#scores[0] ?? -Infinity);
  }

  add(row: number, score: number): void {
    if (score <= this.threshold) return;
    if (this.#rows.length < this.#limit) {
      this.#scores.push(score);
      this.#rows.push(row);
      this.#rise(this.#rows.length - 1);
    } else {
      this.#scores[0] = score;
      this.#rows[0] = row;
      this.#sink();
    }
  }

  /** Returns the rows, best first. */
  sorted(): { row: number; score: number }[] {
    return this.#rows
      .map((row, at) => ({ row, score: this.#scores[at] ?? 0 }))
      .sort((a, b) => b.score - a.score || a.row - b.row);
  }

  #rise(start: number): void {
    for (let at = start; at > 0;) {
      const above = (at - 1) >> 1;
      if (this.#score(above) <= this.#score(at)) return;
      this.#swap(above, at);
      at = above;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const lower = this.#score(right) < this.#score(left) ? right : left;
      if (this.#score(lower) >= this.#score(at)) return;
      this.#swap(lower, at);
      at = lower;
    }
  }

  #score(at: number): number {
    return this.#scores[at] ?? Infinity;
  }

  #swap(a: number, b: number): void {
    [this.#scores[a], this.#scores[b]] = [this.#score(b), this.#score(a)];
    [this.#rows[a], this.#rows[b]] = [this.#rows[b] ?? 0, this.#rows[a] ?? 0];
  }
}
