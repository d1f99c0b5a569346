import { BoundedCache } from '../../platform/bounded-cache.ts';

/** Owners whose last member is remembered. */
const OWNERS_MAX = 10_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Which of an owner's members was served last, so that the next one is served after it. */
export interface Rotation {
  /** Returns the id of the last one; the lowest id where none is known. */
  last(ownerId: string): string;
  set(ownerId: string, memberId: string): void;
}

/** Returns a rotation of this process. Another one has its own, and is as fair. */
export function createRotation(): Rotation {
  const served = new BoundedCache<string>({ entries: OWNERS_MAX });
  return {
    last: (ownerId) => served.get(ownerId) ?? FIRST,
    set: (ownerId, memberId) => served.set(ownerId, memberId),
  };
}
