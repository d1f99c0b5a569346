/** What a reader left out of a file, and how many of it. */
export interface Omission {
  what: string;
  count: number;
}

/** Counts what is left out, in the order in which it is met. */
export class Omissions {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  list(): Omission[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}
