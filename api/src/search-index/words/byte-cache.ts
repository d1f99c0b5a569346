/** Values by key, the least recently used of which are dropped once they take too many bytes. */
export class ByteCache<Value> {
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  readonly #limit: number;
  bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.bytes += bytes;
    while (this.bytes > this.#limit) this.dropOldest();
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
