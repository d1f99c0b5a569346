import { setTimeout as pause } from 'node:timers/promises';

/** Requests to a site at once. */
const SLOTS = 2;

/** Lets two requests through at once; one, and with pauses, where the site asks for pauses. */
export interface Gate {
  /** Waits for a slot, and returns what frees it. */
  enter(): Promise<() => void>;
  /** Seconds between the beginnings of two requests. */
  slowDown(seconds: number): void;
}

export function createGate(signal: AbortSignal): Gate {
  const waiting: (() => void)[] = [];
  const counts = { slots: SLOTS, taken: 0 };
  let delayMilliseconds = 0;
  let nextAt = 0;
  return {
    slowDown: (seconds) => {
      if (seconds <= 0) return;
      counts.slots = 1;
      delayMilliseconds = seconds * 1000;
      nextAt = performance.now() + delayMilliseconds;
    },
    enter: async () => {
      while (counts.taken >= counts.slots)
        await new Promise<void>((resolve) => waiting.push(resolve));
      counts.taken += 1;
      let isFree = false;
      const free = () => {
        if (isFree) return;
        isFree = true;
        counts.taken -= 1;
        waiting.shift()?.();
      };
      const wait = nextAt - performance.now();
      if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
      nextAt = performance.now() + delayMilliseconds;
      return free;
    },
  };
}
