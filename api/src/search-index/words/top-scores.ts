interface Scored {
  score: number;
  index: number;
  chunk: number;
}

/** Keeps the best of many scores: a binary heap with the least of them on top. */
export class TopScores {
  readonly #heap: Scored[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(score: number, index: number, chunk: number): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push({ score, index, chunk });
      this.#rise(heap.length - 1);
    } else if (score > (heap[0]?.score ?? Infinity)) {
      heap[0] = { score, index, chunk };
      this.#sink();
    }
  }

  /** Best first; equal scores in the order of the indexes and chunks. */
  sorted(): Scored[] {
    return this.#heap.toSorted(
      (a, b) => b.score - a.score || a.index - b.index || a.chunk - b.chunk,
    );
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLess(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const left = at * 2 + 1;
      const right = left + 1;
      const least = this.#score(right) < this.#score(left) ? right : left;
      if (least >= this.#heap.length || !this.#swapIfLess(least, at)) return;
      at = least;
    }
  }

  #score(at: number): number {
    return this.#heap[at]?.score ?? Infinity;
  }

  #swapIfLess(child: number, parent: number): boolean {
    const [lower, upper] = [this.#heap[child], this.#heap[parent]];
    if (lower === undefined || upper === undefined || lower.score >= upper.score) return false;
    this.#heap[child] = upper;
    this.#heap[parent] = lower;
    return true;
  }
}
