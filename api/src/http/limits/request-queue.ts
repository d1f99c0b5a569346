import type { BusyQueue } from '../problem.ts';
import { abandoned, queueFull } from '../problems.ts';

/** Requests of all accounts that wait at most. */
const WAITING_MAX = 8;
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
  accountId: string;
  start: () => void;
}

/**
 * Runs `work` once no other of this queue runs, in order of arrival. An account has one running and one
 * waiting at most, so that others wait for one of its requests and not for all of them. An aborted request
 * no longer waits.
 * @throws {Problem} 503 if the queue is full.
 */
export type RequestQueue = <T>(
  accountId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
) => Promise<T>;

/** @param what completes "... Please try again in a moment." */
export function createRequestQueue(name: BusyQueue, what: string): RequestQueue {
  const busy = () => queueFull(name, RETRY_AFTER_SECONDS, `${what} Please try again in a moment.`);
  const waiting: Waiting[] = [];
  let isRunning = false;

  const turn = (accountId: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) throw abandoned();
      const entry = { accountId, start: resolve };
      waiting.push(entry);
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(entry);
        if (at === -1) return;
        waiting.splice(at, 1);
        reject(abandoned());
      });
    });

  return async (accountId, signal, work) => {
    if (isRunning) {
      const isFull = waiting.length >= WAITING_MAX;
      if (isFull || waiting.some((other) => other.accountId === accountId)) throw busy();
      await turn(accountId, signal);
    }
    isRunning = true;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      isRunning = next !== undefined;
      next?.start();
    }
  };
}
