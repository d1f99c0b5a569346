/** Values that are read from elsewhere and kept for a while. */
export interface BoundedCache<T> {
  /** Concurrent callers share one reading; a failed one is not kept. */
  get(key: string, read: () => Promise<T>): Promise<T>;
  delete(key: string): void;
}

/** Keeps `most` values at most, the ones that were read last. */
export function boundedCache<T>(most: number, milliseconds: number): BoundedCache<T> {
  const kept = new Map<string, { value: Promise<T>; until: number }>();
  return {
    get: (key, read) => {
      const found = kept.get(key);
      if (found !== undefined && found.until > performance.now()) return found.value;
      kept.delete(key);
      const value = read();
      const entry = { value, until: performance.now() + milliseconds };
      kept.set(key, entry);
      value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return value;
    },
    delete: (key) => kept.delete(key),
  };
}
