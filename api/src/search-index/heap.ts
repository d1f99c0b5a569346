/** Items of which the one that is before all others is known: a binary heap. */
export class Heap<Item> {
  readonly #items: Item[];
  readonly #isBefore: (a: Item, b: Item) => boolean;

  constructor(isBefore: (a: Item, b: Item) => boolean, items: readonly Item[] = []) {
    this.#isBefore = isBefore;
    this.#items = [...items];
    for (let at = this.#items.length >> 1; at >= 0; at -= 1) this.#sink(at);
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  /** All items, in no order. */
  get items(): readonly Item[] {
    return this.#items;
  }

  push(item: Item): void {
    this.#items.push(item);
    for (let at = this.#items.length - 1; at > 0;) {
      const above = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, above)) return;
      at = above;
    }
  }

  /** Puts another item in the place of the first one, or the first one after a change. */
  replaceFirst(item: Item): void {
    this.#items[0] = item;
    this.#sink(0);
  }

  removeFirst(): void {
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.replaceFirst(last);
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const left = at * 2 + 1;
      const child = this.#isAnyBefore(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfBefore(child, at)) return;
      at = child;
    }
  }

  #isAnyBefore(a: number, b: number): boolean {
    const [one, other] = [this.#items[a], this.#items[b]];
    return one !== undefined && other !== undefined && this.#isBefore(one, other);
  }

  #swapIfBefore(below: number, above: number): boolean {
    const [lower, upper] = [this.#items[below], this.#items[above]];
    if (lower === undefined || upper === undefined || !this.#isBefore(lower, upper)) return false;
    this.#items[below] = upper;
    this.#items[above] = lower;
    return true;
  }
}
