import { abandoned, queueFull } from '../../platform/http/problems.ts';

/** Searches of a process that run at the same time: the database and one thread serve them all. */
const RUNNING_MAX = 8;
/** Searches of an organization that wait: others wait for few of them. */
const WAITING_MAX = 20;
const RETRY_AFTER_SECONDS = 1;

const busy = () =>
  queueFull(
    'searches',
    RETRY_AFTER_SECONDS,
    'Too many searches are running. Please try again in a moment.',
  );

/**
 * Runs a search when it is its organization's turn: organizations that wait take turns, and each has a
 * bounded queue. A request that was aborted no longer waits.
 * @throws {Problem} 503 if the organization's queue is full.
 */
export type SearchTurns = <T>(
  organizationId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
) => Promise<T>;

export function createSearchTurns(): SearchTurns {
  // In the order of their turns.
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  const next = () => {
    const [first] = waiting;
    if (first === undefined || running >= RUNNING_MAX) return;
    const [organizationId, queue] = first;
    waiting.delete(organizationId);
    const start = queue.shift();
    // The organization's next search waits behind the others' first ones.
    if (queue.length > 0) waiting.set(organizationId, queue);
    running += 1;
    start?.();
  };
  const turn = (organizationId: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) throw abandoned();
      const queue = waiting.get(organizationId) ?? [];
      if (queue.length >= WAITING_MAX) throw busy();
      queue.push(resolve);
      waiting.set(organizationId, queue);
      signal.addEventListener('abort', () => {
        const own = waiting.get(organizationId) ?? [];
        const at = own.indexOf(resolve);
        if (at === -1) return;
        own.splice(at, 1);
        if (own.length === 0) waiting.delete(organizationId);
        reject(abandoned());
      });
      next();
    });

  return async (organizationId, signal, work) => {
    await turn(organizationId, signal);
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  };
}
