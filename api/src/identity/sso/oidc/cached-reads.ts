import { BoundedCache } from '../../../platform/bounded-cache.ts';

/** Values that are read from elsewhere and kept for a while. */
export interface CachedReads<T> {
  /** Concurrent callers share one reading; a failed one is not kept. */
  get(key: string, read: () => Promise<T>): Promise<T>;
  delete(key: string): void;
}

/** Keeps `entries` values at most, each for so many milliseconds. */
export function cachedReads<T>(entries: number, milliseconds: number): CachedReads<T> {
  const kept = new BoundedCache<{ value: Promise<T>; until: number }>({ entries });
  return {
    get: (key, read) => {
      const found = kept.get(key);
      if (found !== undefined && found.until > performance.now()) return found.value;
      const entry = { value: read(), until: performance.now() + milliseconds };
      kept.set(key, entry);
      entry.value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.value;
    },
    delete: (key) => kept.delete(key),
  };
}
