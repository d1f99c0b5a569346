import { ByteCache } from '../../../search-index/words/byte-cache.ts';

/**
 * Values of organizations by key. Once they take too many bytes together, the organization whose values take
 * the most loses its least recently used one: one that reads much forgets its own.
 */
export class SharedCache<Value> {
  readonly #caches = new Map<string, ByteCache<Value>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(organizationId: string, key: string): Value | undefined {
    return this.#caches.get(organizationId)?.get(key);
  }

  set(organizationId: string, key: string, value: Value, bytes: number): void {
    const own = this.#caches.get(organizationId) ?? new ByteCache<Value>(this.#limit);
    this.#caches.set(organizationId, own);
    own.set(key, value, bytes);
    while (this.#bytes() > this.#limit) this.#shrinkLargest();
  }

  #bytes(): number {
    return [...this.#caches.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #shrinkLargest(): void {
    const [largest] = [...this.#caches].toSorted(([, a], [, b]) => b.bytes - a.bytes);
    if (largest === undefined) return;
    const [organizationId, cache] = largest;
    cache.dropOldest();
    if (cache.bytes === 0) this.#caches.delete(organizationId);
  }
}
