/** Whose a task is. */
export interface TaskOwner {
  id: string;
  /** Its part of the time, compared with that of others; 1 by default. */
  share?: number;
  /** Who of it asks, as an account or an API key: these share what the owner has. */
  caller?: string;
}

interface Waiting<Item> {
  item: Item;
  caller: string;
  /** It may take long: it leaves a slot to others that wait. */
  isSlow: boolean;
}

/** What one owner has in the queue. */
interface Share<Item> {
  waiting: Waiting<Item>[];
  /** Items taken and not ended. */
  running: number;
  /** The same by caller. */
  runningOf: Map<string, number>;
  /** Its part of the time, compared with that of others. */
  weight: number;
  /** Milliseconds that its items took, divided by its weight, from the level at which it joined. */
  served: number;
}

/** An item that has a slot. */
export interface Taken<Item> {
  item: Item;
  /** Frees the slot, after this many milliseconds. */
  end: (milliseconds: number) => void;
  /** Makes it a slow one, as it takes long, and for a minute what its caller adds, unless it was one already. */
  markSlow: () => void;
}

/** Items of several owners that wait for one of a few slots. */
export interface FairQueue<Item> {
  readonly size: number;
  /**
   * Whether an owner without a slot waits, while another has several, or an item that is not slow waits,
   * while slow ones have all slots.
   */
  readonly isUnfair: boolean;
  /** Whether an item that is not slow waits, while slow ones have more than their slots. */
  readonly isHeldUp: boolean;
  /** Whether an item that is not slow waits or has a slot. */
  readonly hasQuick: boolean;
  /** Returns how many items of an owner wait. */
  waitingOf(ownerId: string): number;
  add(owner: TaskOwner, item: Item, options?: { isSlow?: boolean }): void;
  /** Takes the next item. */
  take(): Taken<Item> | undefined;
  /** Removes an item that waits; returns false where it does not wait any more. */
  remove(item: Item): boolean;
  /** Takes all items that wait. */
  clear(): Item[];
}

/** How long what a caller adds is slow after one of its items was. */
const SLOW_MILLISECONDS = 60_000;

/**
 * Returns a queue that takes the next item from the owner that has the fewest slots for its share, and of
 * these from the one that was served the least time for its share. Of one owner, the item of the caller that
 * has the fewest slots is first, and of these the oldest. While other items wait, slow ones have at most
 * `slowMax` slots.
 */
export function createFairQueue<Item>({ slowMax = Infinity } = {}): FairQueue<Item> {
  const shares = new Map<string, Share<Item>>();
  /** Until when callers are slow, in the order of that time. */
  const slowUntil = new Map<string, number>();
  let size = 0;
  const running = { slow: 0, other: 0 };
  /** Time served to the owner that was chosen last: owners who join later do not claim the past. */
  let level = 0;

  const isSlowCaller = (owner: string, caller: string) =>
    (slowUntil.get(`${owner} ${caller}`) ?? 0) > performance.now();
  const isSlowNow = (owner: string, { caller, isSlow }: Waiting<Item>) =>
    isSlow || isSlowCaller(owner, caller);
  const isOtherWaiting = () =>
    [...shares].some(([owner, { waiting }]) => waiting.some((one) => !isSlowNow(owner, one)));
  /** Returns what can be taken of an owner at present. */
  const takeable = (owner: string, { waiting }: Share<Item>, isAnyTaken: boolean) =>
    isAnyTaken ? waiting : waiting.filter((one) => !isSlowNow(owner, one));
  const next = () => {
    const isAnyTaken = running.slow < slowMax || !isOtherWaiting();
    return [...shares]
      .map(([owner, share]) => ({ owner, share, items: takeable(owner, share, isAnyTaken) }))
      .filter(({ items }) => items.length > 0)
      .toSorted(
        ({ share: a }, { share: b }) =>
          a.running / a.weight - b.running / b.weight || a.served - b.served,
      )[0];
  };
  /** Forgets owners without items, except for what they were served ahead of others that are here. */
  const forget = () => {
    const idle = [...shares].filter(([, share]) => share.waiting.length + share.running === 0);
    const isEmpty = idle.length === shares.size;
    for (const [owner, { served }] of idle) {
      if (isEmpty || served <= level) shares.delete(owner);
    }
    for (const [caller, until] of slowUntil) {
      if (until > performance.now()) break;
      slowUntil.delete(caller);
    }
  };

  return {
    get size() {
      return size;
    },
    get isUnfair() {
      if (running.slow >= slowMax && running.other === 0 && isOtherWaiting()) return true;
      return next()?.share.running === 0 && [...shares.values()].some((share) => share.running > 1);
    },
    get isHeldUp() {
      return running.slow > slowMax && isOtherWaiting();
    },
    get hasQuick() {
      return running.other > 0 || isOtherWaiting();
    },
    waitingOf: (ownerId) => shares.get(ownerId)?.waiting.length ?? 0,
    add: ({ id, share: weight = 1, caller = '' }, item, { isSlow = false } = {}) => {
      const share: Share<Item> = shares.get(id) ?? {
        waiting: [],
        running: 0,
        runningOf: new Map(),
        weight,
        served: level,
      };
      share.weight = weight;
      shares.set(id, share);
      share.waiting.push({ item, caller, isSlow });
      size += 1;
    },
    take: () => {
      const chosen = next();
      if (chosen === undefined) return undefined;
      const { owner, share, items } = chosen;
      const { runningOf } = share;
      const countOf = ({ caller }: Waiting<Item>) => runningOf.get(caller) ?? 0;
      const [taken] = items.toSorted((a, b) => countOf(a) - countOf(b));
      if (taken === undefined) return undefined;
      share.waiting.splice(share.waiting.indexOf(taken), 1);
      const { item, caller } = taken;
      let kind: keyof typeof running = isSlowNow(owner, taken) ? 'slow' : 'other';
      size -= 1;
      share.running += 1;
      runningOf.set(caller, countOf(taken) + 1);
      running[kind] += 1;
      level = Math.max(level, share.served);
      return {
        item,
        markSlow: () => {
          running[kind] -= 1;
          kind = 'slow';
          running.slow += 1;
          // A large document says nothing about what else its owner adds.
          if (taken.isSlow) return;
          slowUntil.delete(`${owner} ${caller}`);
          slowUntil.set(`${owner} ${caller}`, performance.now() + SLOW_MILLISECONDS);
        },
        end: (milliseconds) => {
          share.running -= 1;
          const left = countOf(taken) - 1;
          if (left === 0) runningOf.delete(caller);
          else runningOf.set(caller, left);
          running[kind] -= 1;
          share.served += milliseconds / share.weight;
          forget();
        },
      };
    },
    remove: (item) => {
      for (const { waiting } of shares.values()) {
        const at = waiting.findIndex((one) => one.item === item);
        if (at === -1) continue;
        waiting.splice(at, 1);
        size -= 1;
        forget();
        return true;
      }
      return false;
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
