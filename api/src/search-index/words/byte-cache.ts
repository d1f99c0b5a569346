interface Entry<Value> {
  value: Value;
  bytes: number;
  /** When it was read or set, on the clock of the cache. */
  usedAt: number;
}

/** What is not read for so long is dropped by the next value: an index that was replaced is never read again. */
const IDLE_MILLISECONDS = 10 * 60_000;

/**
 * Values by key. The least recently used are dropped once all take too many bytes, or once they are idle while
 * others come.
 */
export class ByteCache<Value> {
  // The least recently used first.
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #limit: number;
  readonly #now: () => number;
  bytes = 0;

  /** `now` returns milliseconds. */
  constructor(limit: number, now = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, { ...entry, usedAt: this.#now() });
    return entry.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    const usedAt = this.#now();
    this.#entries.set(key, { value, bytes, usedAt });
    this.bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.bytes <= this.#limit && entry.usedAt > usedAt - IDLE_MILLISECONDS) break;
      this.delete(oldest);
    }
  }

  /** Drops the value that was not used for the longest time. */
  dropOldest(): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.delete(oldest);
  }

  delete(key: string): void {
    this.bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
