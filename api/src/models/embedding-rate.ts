const SLOT_MILLISECONDS = 1000;
const SLOTS = 60;

/** How fast a model embeds. */
export interface EmbeddingRate {
  /** Records texts that were embedded just now, and how long it took. */
  note(texts: number, milliseconds: number): void;
  /** Texts a second over the last minute in which there were any; undefined where there were none. */
  perSecond(): number | undefined;
}

/** Returns a meter that remembers one minute. `now` is a monotonic clock in milliseconds. */
export function createEmbeddingRate(now: () => number = () => performance.now()): EmbeddingRate {
  /** Texts by the second in which their request ended. */
  const counts = new Map<number, number>();
  /** The first second of a request that is still counted. */
  let begun = Infinity;

  return {
    note: (texts, milliseconds) => {
      const slot = Math.floor(now() / SLOT_MILLISECONDS);
      const oldest = slot - SLOTS + 1;
      for (const known of counts.keys()) if (known < oldest) counts.delete(known);
      const start = Math.floor((now() - milliseconds) / SLOT_MILLISECONDS);
      begun = Math.max(oldest, counts.size === 0 ? start : Math.min(begun, start));
      counts.set(slot, (counts.get(slot) ?? 0) + texts);
    },
    perSecond: () => {
      const last = [...counts.keys()].at(-1);
      if (last === undefined) return undefined;
      const texts = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return texts / (last - begun + 1);
    },
  };
}
