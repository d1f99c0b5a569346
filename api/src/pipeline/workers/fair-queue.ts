/** Whose a task is. */
export interface TaskOwner {
  id: string;
  /** Its part of the time, compared with that of others; 1 by default. */
  share?: number;
}

interface Waiting<Item> {
  item: Item;
  /** It may take long: it leaves a place to others that wait. */
  isSlow: boolean;
}

/** What one owner has in the queue. */
interface Share<Item> {
  waiting: Waiting<Item>[];
  /** Items taken and not ended. */
  running: number;
  /** Its part of the time, compared with that of others. */
  weight: number;
  /** Milliseconds that its items took, divided by its weight, from the level at which it joined. */
  served: number;
}

/** Items of several owners that wait for one of a few places. */
export interface FairQueue<Item> {
  readonly size: number;
  /**
   * Whether an owner without a place waits, while another has several, or an item that is not slow waits,
   * while slow ones have all places.
   */
  readonly isUnfair: boolean;
  add(owner: TaskOwner, item: Item, options?: { isSlow?: boolean }): void;
  /** Takes the next item; `end` is to be called with the time that it took, in milliseconds. */
  take(): { item: Item; end: (milliseconds: number) => void } | undefined;
  /** Takes all items that wait. */
  clear(): Item[];
}

/**
 * Returns a queue that takes the next item from the owner that has the fewest places for its share, and of
 * these from the one that was served the least time for its share. Of one owner, the oldest item is first.
 * While other items wait, slow ones have at most `slowMax` places.
 */
export function createFairQueue<Item>({ slowMax = Infinity } = {}): FairQueue<Item> {
  const shares = new Map<string, Share<Item>>();
  let size = 0;
  const running = { slow: 0, other: 0 };
  /** Time served to the owner that was chosen last: owners who join later do not claim the past. */
  let level = 0;

  const isOtherWaiting = () =>
    [...shares.values()].some(({ waiting }) => waiting.some(({ isSlow }) => !isSlow));
  const next = (): Share<Item> | undefined => {
    const isAnyTaken = running.slow < slowMax || !isOtherWaiting();
    return [...shares.values()]
      .filter(({ waiting }) => waiting.some(({ isSlow }) => isAnyTaken || !isSlow))
      .toSorted((a, b) => a.running / a.weight - b.running / b.weight || a.served - b.served)[0];
  };
  /** Forgets owners without items, except for what they were served ahead of others that are here. */
  const forget = () => {
    const idle = [...shares].filter(([, share]) => share.waiting.length + share.running === 0);
    const isEmpty = idle.length === shares.size;
    for (const [owner, { served }] of idle) {
      if (isEmpty || served <= level) shares.delete(owner);
    }
  };

  return {
    get size() {
      return size;
    },
    get isUnfair() {
      if (running.slow > slowMax && running.other === 0 && isOtherWaiting()) return true;
      return next()?.running === 0 && [...shares.values()].some((share) => share.running > 1);
    },
    add: ({ id, share: weight = 1 }, item, { isSlow = false } = {}) => {
      const share = shares.get(id) ?? { waiting: [], running: 0, weight, served: level };
      share.weight = weight;
      shares.set(id, share);
      share.waiting.push({ item, isSlow });
      size += 1;
    },
    take: () => {
      const share = next();
      if (share === undefined) return undefined;
      const isAnyTaken = running.slow < slowMax || !isOtherWaiting();
      const index = share.waiting.findIndex(({ isSlow }) => isAnyTaken || !isSlow);
      const [taken] = share.waiting.splice(index, 1);
      if (taken === undefined) return undefined;
      const { item, isSlow } = taken;
      const kind = isSlow ? 'slow' : 'other';
      size -= 1;
      share.running += 1;
      running[kind] += 1;
      level = Math.max(level, share.served);
      return {
        item,
        end: (milliseconds) => {
          share.running -= 1;
          running[kind] -= 1;
          share.served += milliseconds / share.weight;
          forget();
        },
      };
    },
    clear: () => {
      const items = [...shares.values()].flatMap(({ waiting }) =>
        waiting.splice(0).map(({ item }) => item),
      );
      size = 0;
      return items;
    },
  };
}
