import { createFairQueue } from '../../platform/sharing/fair-queue.ts';

/** Requests to one service at the same time. */
export const LANE_SLOTS = 4;
/** Successes until a service that was busy gets more again. */
const FASTER_AFTER = 16;
/** The size from which batches are halved, and above which they are as large as their limits allow. */
const BATCH_MAX = 64;

/** The slots of the requests to one service, shared by organizations. */
export interface ServiceLane {
  /** Texts of a batch at most, as a service that is busy takes fewer. */
  readonly batchMax: number;
  /** Does work once its organization has a slot. */
  run<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
  /** The service is busy: it gets half of the requests, or half of the texts in one. */
  slowDown(): void;
  noteWorked(): void;
}

export function createServiceLane(): ServiceLane {
  const waiting = createFairQueue<(end: () => void) => void>();
  let slots = LANE_SLOTS;
  let batchMax = Infinity;
  let running = 0;
  let successes = 0;

  const startNext = () => {
    while (running < slots) {
      const next = waiting.take();
      if (next === undefined) return;
      running += 1;
      const startedAt = performance.now();
      next.item(() => {
        running -= 1;
        next.end(performance.now() - startedAt);
        startNext();
      });
    }
  };
  const takeSlot = (organizationId: string) =>
    new Promise<() => void>((resolve) => {
      waiting.add({ id: organizationId }, resolve);
      startNext();
    });

  return {
    get batchMax() {
      return batchMax;
    },
    run: async (organizationId, work) => {
      const end = await takeSlot(organizationId);
      try {
        return await work();
      } finally {
        end();
      }
    },
    slowDown: () => {
      successes = 0;
      if (slots > 1) slots = Math.floor(slots / 2);
      else batchMax = Math.max(1, Math.floor(Math.min(batchMax, BATCH_MAX) / 2));
    },
    noteWorked: () => {
      successes += 1;
      if (successes < FASTER_AFTER) return;
      successes = 0;
      if (batchMax < BATCH_MAX) batchMax *= 2;
      else if (slots < LANE_SLOTS) slots += 1;
      if (batchMax >= BATCH_MAX) batchMax = Infinity;
      startNext();
    },
  };
}
