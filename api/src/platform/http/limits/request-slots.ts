import type { BusyQueue } from '../problem.ts';
import { queueFull } from '../problems.ts';

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
  const taken = new Map<string, string[]>();
  return async ({ organizationId, callerId }, work) => {
    const callers = taken.get(organizationId) ?? [];
    const own = callers.filter((caller) => caller === callerId).length;
    const most = callers.length < ORGANIZATION_MAX / 2 ? CALLER_MAX : 1;
    if (callers.length >= ORGANIZATION_MAX || own >= most) {
      throw queueFull(name, RETRY_AFTER_SECONDS, `${what} Please try again in a moment.`);
    }
    taken.set(organizationId, callers);
    callers.push(callerId);
    try {
      return await work();
    } finally {
      callers.splice(callers.indexOf(callerId), 1);
      if (callers.length === 0) taken.delete(organizationId);
    }
  };
}
