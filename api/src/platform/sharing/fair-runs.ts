import type { BusyQueue } from '../http/problem.ts';
import { abandoned, queueFull } from '../http/problems.ts';
import { createFairQueue } from './fair-queue.ts';

interface FairRunsOptions {
  /** Runs of a process at the same time. */
  slots: number;
  /** Runs of one organization that wait. */
  waitingMax: number;
  name: BusyQueue;
  /** Completes "... Please try again in a moment." */
  what: string;
  retryAfterSeconds: number;
}

/**
 * Runs work once its organization has a slot: organizations that wait share the slots, and each has a bounded queue.
 * A request that was aborted no longer waits.
 * @throws {Problem} 503 if the organization's queue is full.
 */
export type FairRuns = <T>(
  organizationId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
) => Promise<T>;

export function createFairRuns(options: FairRunsOptions): FairRuns {
  const { slots, waitingMax, name, what, retryAfterSeconds } = options;
  const waiting = createFairQueue<(end: () => void) => void>();
  let running = 0;

  const startNext = () => {
    const next = running < slots ? waiting.take() : undefined;
    if (next === undefined) return;
    running += 1;
    const startedAt = performance.now();
    next.item(() => {
      running -= 1;
      next.end(performance.now() - startedAt);
      startNext();
    });
  };
  /** Resolves with the function that frees the slot. */
  const takeSlot = (organizationId: string, signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      if (signal.aborted) throw abandoned();
      if (waiting.waitingOf(organizationId) >= waitingMax) {
        throw queueFull(name, retryAfterSeconds, `${what} Please try again in a moment.`);
      }
      waiting.add({ id: organizationId }, resolve);
      signal.addEventListener('abort', () => {
        if (waiting.remove(resolve)) reject(abandoned());
      });
      startNext();
    });

  return async (organizationId, signal, work) => {
    const end = await takeSlot(organizationId, signal);
    try {
      return await work();
    } finally {
      end();
    }
  };
}
