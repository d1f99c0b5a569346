import type { Clock } from '../src/public.ts';

/** A clock whose waits are over at once. */
export interface FakeClock extends Clock {
  /** Milliseconds of each wait. */
  waits: number[];
}

/** Returns a clock at a time. */
export function fakeClock(now = Date.parse('2026-11-24T12:00:00Z')): FakeClock {
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    wait: (milliseconds, signal) => {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
}
