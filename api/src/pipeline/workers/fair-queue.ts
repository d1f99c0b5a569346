/** Whose a task is. */
export interface TaskOwner {
  id: string;
  /** Its part of the time, compared with that of others; 1 by default. */
  share?: number;
}

/** What one owner has in the queue. */
interface Share<Item> {
  waiting: Item[];
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
  /** Whether an owner without a place waits, while another has several. */
  readonly isUnfair: boolean;
  add(owner: TaskOwner, item: Item): void;
  /** Takes the next item; `end` is to be called with the time that it took, in milliseconds. */
  take(): { item: Item; end: (milliseconds: number) => void } | undefined;
  /** Takes all items that wait. */
  clear(): Item[];
}

/**
 * Returns a queue that takes the next item from the owner that has the fewest places for its share, and of
 * these from the one that was served the least time for its share. Of one owner, the oldest item is first.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const shares = new Map<string, Share<Item>>();
  let size = 0;
  /** Time served to the owner that was chosen last: owners who join later do not claim the past. */
  let level = 0;

  const next = (): Share<Item> | undefined =>
    [...shares.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((a, b) => a.running / a.weight - b.running / b.weight || a.served - b.served)[0];
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
      return next()?.running === 0 && [...shares.values()].some(({ running }) => running > 1);
    },
    add: ({ id, share: weight = 1 }, item) => {
      const share = shares.get(id) ?? { waiting: [], running: 0, weight, served: level };
      share.weight = weight;
      shares.set(id, share);
      share.waiting.push(item);
      size += 1;
    },
    take: () => {
      const share = next();
      const item = share?.waiting.shift();
      if (share === undefined || item === undefined) return undefined;
      size -= 1;
      share.running += 1;
      level = Math.max(level, share.served);
      return {
        item,
        end: (milliseconds) => {
          share.running -= 1;
          share.served += milliseconds / share.weight;
          forget();
        },
      };
    },
    clear: () => {
      const items = [...shares.values()].flatMap(({ waiting }) => waiting.splice(0));
      size = 0;
      return items;
    },
  };
}
