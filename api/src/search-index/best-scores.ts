import { Heap } from './heap.ts';

interface Scored<Item> {
  score: number;
  item: Item;
  /** How many were kept before it. */
  order: number;
}

/** Keeps the items with the highest scores; of equal scores, those that were added first. */
export class BestScores<Item> {
  readonly #heap = new Heap<Scored<Item>>(
    (a, b) => a.score < b.score || (a.score === b.score && a.order > b.order),
  );
  readonly #limit: number;
  #added = 0;
  /** An item with this score or a lower one is none of the best. A field: it is read for each chunk of a search. */
  threshold: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.threshold = limit > 0 ? -Infinity : Infinity;
  }

  add(score: number, item: Item): void {
    if (!(score > this.threshold)) return;
    const scored = { score, item, order: (this.#added += 1) };
    if (this.#heap.size < this.#limit) this.#heap.push(scored);
    else this.#heap.replaceFirst(scored);
    if (this.#heap.size >= this.#limit) this.threshold = this.#heap.first?.score ?? Infinity;
  }

  /** Returns the items, best first. */
  sorted(): { score: number; item: Item }[] {
    return this.#heap.items.toSorted((a, b) => b.score - a.score || a.order - b.order);
  }
}
