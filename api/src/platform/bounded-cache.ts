/** What a cache holds at most. */
interface CacheLimits {
  entries?: number;
  bytes?: number;
  /** What was not used for so long is dropped when other values come. */
  idleMilliseconds?: number;
  /** Drops the values that were set first, instead of those that were not used for the longest time: reading costs less. */
  keepsOrder?: boolean;
  /** Returns milliseconds. */
  now?: () => number;
}

interface Placed {
  /** For the limit of bytes. */
  bytes?: number;
  /** Who shares the cache with others: once it is full, who takes the most loses a value of its own. */
  tenant?: string;
}

/** Entries that are dropped together: a Map that loses its first entry again and again reads past many gaps. */
const DROPPED_TOGETHER = 1 / 8;

/** Values by key, of one tenant or of several. The least recently used are dropped once there are too many. */
export class BoundedCache<Value> {
  readonly #limits: CacheLimits;
  readonly #shares = new Map<string, Share<Value>>();

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  /** What all values take. */
  get bytes(): number {
    return sum(this.#shares.values(), ({ bytes }) => bytes);
  }

  get(key: string, tenant = ''): Value | undefined {
    const share = this.#shares.get(tenant);
    const value = share?.values.get(key);
    if (value !== undefined && this.#limits.keepsOrder !== true) {
      share?.use(key, value, this.#now());
    }
    return value;
  }

  /** Keeps a value, unless it alone is larger than the cache. */
  set(key: string, value: Value, { bytes = 0, tenant = '' }: Placed = {}): void {
    const share = this.#shares.get(tenant) ?? new Share<Value>();
    share.delete(key);
    if (bytes <= (this.#limits.bytes ?? Infinity)) {
      this.#shares.set(tenant, share);
      share.set(key, value, bytes, this.#now());
      this.#dropIdle(share);
      this.#dropOverBytes();
      this.#dropOverEntries();
    }
    if (share.values.size === 0) this.#shares.delete(tenant);
  }

  delete(key: string, tenant = ''): void {
    this.#shares.get(tenant)?.delete(key);
  }

  #now(): number | undefined {
    const { idleMilliseconds, now = () => performance.now() } = this.#limits;
    return idleMilliseconds === undefined ? undefined : now();
  }

  #dropIdle(share: Share<Value>): void {
    const now = this.#now();
    if (now === undefined) return;
    share.dropUsedUpTo(now - (this.#limits.idleMilliseconds ?? 0));
  }

  #dropOverBytes(): void {
    const { bytes: most = Infinity } = this.#limits;
    while (this.bytes > most) this.#dropOfLargest(({ bytes }) => bytes, 1);
  }

  #dropOverEntries(): void {
    const { entries: most = Infinity } = this.#limits;
    const held = sum(this.#shares.values(), ({ values }) => values.size);
    if (held <= most) return;
    this.#dropOfLargest(
      ({ values }) => values.size,
      Math.max(1, Math.floor(most * DROPPED_TOGETHER)),
    );
  }

  #dropOfLargest(sizeOf: (share: Share<Value>) => number, count: number): void {
    let [largest] = this.#shares;
    for (const each of this.#shares) {
      if (largest === undefined || sizeOf(each[1]) > sizeOf(largest[1])) largest = each;
    }
    if (largest === undefined) return;
    const [tenant, share] = largest;
    share.dropFirst(count);
    if (share.values.size === 0) this.#shares.delete(tenant);
  }
}

/** The values of one tenant, those first that are dropped first. */
class Share<Value> {
  readonly values = new Map<string, Value>();
  readonly #sizes = new Map<string, number>();
  readonly #usedAt = new Map<string, number>();
  bytes = 0;

  set(key: string, value: Value, bytes: number, now: number | undefined): void {
    this.values.set(key, value);
    if (bytes > 0) this.#sizes.set(key, bytes);
    if (now !== undefined) this.#usedAt.set(key, now);
    this.bytes += bytes;
  }

  use(key: string, value: Value, now: number | undefined): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (now !== undefined) this.#usedAt.set(key, now);
  }

  delete(key: string): void {
    this.bytes -= this.#sizes.get(key) ?? 0;
    this.values.delete(key);
    this.#sizes.delete(key);
    this.#usedAt.delete(key);
  }

  dropFirst(count: number): void {
    let left = count;
    for (const key of this.values.keys()) {
      if (left === 0) return;
      this.delete(key);
      left -= 1;
    }
  }

  dropUsedUpTo(time: number): void {
    for (const key of this.values.keys()) {
      if ((this.#usedAt.get(key) ?? time) > time) return;
      this.delete(key);
    }
  }
}

function sum<Item>(items: Iterable<Item>, numberOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += numberOf(item);
  return total;
}
