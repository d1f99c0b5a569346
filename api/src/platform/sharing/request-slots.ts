import type { BusyQueue } from '../http/problem.ts';
import { queueFull } from '../http/problems.ts';
import { TakenSlots } from './taken-slots.ts';

/** Requests of an organization in one process, and of one account or API key. */
const ORGANIZATION_MAX = 16;
const CALLER_MAX = 2;
const RETRY_AFTER_SECONDS = 2;

/** Whose request it is. */
export interface Requester {
  organizationId: string;
  /** An account or API key. */
  callerId: string;
}

/**
 * Performs `work` in one of its organization's slots, whether it runs or waits for a worker. Once half of
 * them are taken, a caller has one at most, so that few callers leave slots to their colleagues.
 * @throws {Problem} 503 where the organization or the caller has no slot left.
 */
export type RequestSlots = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>;

/** @param what completes "... Please try again in a moment." */
export function createRequestSlots(name: BusyQueue, what: string): RequestSlots {
  const taken = new TakenSlots();
  return async ({ organizationId, callerId }, work) => {
    const isHalfFull = taken.count(organizationId) >= ORGANIZATION_MAX / 2;
    const free = taken.take(
      { key: organizationId, max: ORGANIZATION_MAX },
      { key: `${organizationId} ${callerId}`, max: isHalfFull ? 1 : CALLER_MAX },
    );
    if (free === undefined) {
      throw queueFull(name, RETRY_AFTER_SECONDS, `${what} Please try again in a moment.`);
    }
    try {
      return await work();
    } finally {
      free();
    }
  };
}
