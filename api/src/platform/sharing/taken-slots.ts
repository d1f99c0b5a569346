/** How many slots a key has at most, as one process, one organization or one caller. */
export interface SlotLimit {
  key: string;
  max: number;
}

/** Counts the slots that are taken, by key. */
export class TakenSlots {
  readonly #counts = new Map<string, number>();

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /**
   * Takes one slot of each key, or none. Returns the function that frees them, once; undefined where a key has
   * no slot left.
   */
  take(...limits: readonly SlotLimit[]): (() => void) | undefined {
    if (limits.some(({ key, max }) => this.count(key) >= max)) return undefined;
    for (const { key } of limits) this.#counts.set(key, this.count(key) + 1);
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      for (const { key } of limits) this.#free(key);
    };
  }

  #free(key: string): void {
    const left = this.count(key) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
