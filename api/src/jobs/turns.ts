import * as v from 'valibot';

import type { Queryable } from '../platform/database/database.ts';
import { malformed, type JobEntry } from './job.ts';
import type { Queue } from '../platform/queue.ts';
import type { Retries } from './queue.ts';

/** The turn of an organization at a kind of work. */
export interface Turn {
  organizationId: string;
  /** The same in each attempt. */
  id: string;
  /** An earlier attempt ended with its process, or with an error. */
  isRetry: boolean;
  /** Asks for the organization's next turn, once `tx` is committed, and not before `afterSeconds`. */
  again(tx: Queryable, afterSeconds?: number): Promise<void>;
  /** Makes an idle worker of this process look for that turn at once, after the commit. */
  wake(): void;
}

interface TurnsDefinition<Context> {
  /** The name of the queue. It is stored in the database. */
  name: string;
  /** Turns at the same time in one process. */
  concurrency: number;
  /** Of these, turns of one organization. */
  perOrganization: number;
  retries: Retries;
  /**
   * Does a limited piece of the organization's work, if there is any, and calls `turn.again` where more is
   * left.
   */
  take: (context: Context, turn: Turn) => Promise<void>;
}

/** Time after which a turn that had no place in its process is offered again. */
const ELSEWHERE_SECONDS = 1;

const turnSchema = v.object({ organizationId: v.pipe(v.string(), v.uuid()) });

/** The places of each kind of work whose workers this process runs, by the name of its queue. */
const placesOfQueues = new WeakMap<Queue, Map<string, Places>>();

function setPlaces(queue: Queue, name: string, places: Places): void {
  const ofQueue = placesOfQueues.get(queue) ?? new Map<string, Places>();
  placesOfQueues.set(queue, ofQueue.set(name, places));
}

/**
 * Asks for a turn of an organization at the kind of work with that name, whose rows are in the database. With
 * `tx`, in the transaction that writes them, after it has locked its rows. The turn comes after `afterSeconds`
 * at the earliest.
 */
export async function requestTurn(
  queue: Queue,
  name: string,
  organizationId: string,
  tx?: Queryable,
  afterSeconds = 0,
): Promise<void> {
  const isNow = afterSeconds <= 0;
  // Where only this process works, turns that have all places ask for the next one when they end, and after
  // a crash they are taken again.
  const places = placesOfQueues.get(queue)?.get(name);
  if (isNow && !queue.isShared && places?.wantIfFull(organizationId) === true) return;
  await queue.send(
    name,
    { organizationId },
    { owner: organizationId, startAfterSeconds: Math.ceil(afterSeconds), ...(tx && { tx }) },
  );
}

/**
 * Returns a kind of work that organizations take turns at. The work is in rows of the database; a job is
 * the turn of one organization, of which at most one waits. As jobs are taken in their order and ask for
 * the next turn when they begin, organizations are served round-robin, by any number of processes.
 * Add it to `jobs-table.ts`.
 */
export function defineTurns<Context>({
  name,
  concurrency,
  perOrganization,
  retries,
  take,
}: TurnsDefinition<Context>): JobEntry<Context> {
  return {
    name,
    retries,
    policy: 'short',
    work: async (queue, context, log) => {
      const places = createPlaces(perOrganization);
      setPlaces(queue, name, places);
      await queue.work<object>(name, { concurrency }, async (jobs) => {
        for (const { id, data, retryCount } of jobs) {
          const payload = v.safeParse(turnSchema, data);
          if (!payload.success) throw malformed(log, payload.issues, { queue: name, job_id: id });
          const { organizationId } = payload.output;
          const isRetry = retryCount > 0;
          // A retry may hold what an earlier attempt has taken: it is never dropped.
          if (!(await places.enter(organizationId, { waits: isRetry }))) {
            // Another process may have a place.
            if (queue.isShared) {
              await requestTurn(queue, name, organizationId, undefined, ELSEWHERE_SECONDS);
            }
            continue;
          }
          let isAsked = false;
          const turn: Turn = {
            organizationId,
            id,
            isRetry,
            again: (tx, afterSeconds) => {
              isAsked = true;
              return requestTurn(queue, name, organizationId, tx, afterSeconds);
            },
            wake: () => {
              if (queue.isShared) queue.wake(name);
            },
          };
          try {
            await take(context, turn);
            if (!isAsked) {
              // A request may have been dropped for this turn, which did not see its rows yet.
              const isPossible = await queue.waitForSenders(name, organizationId);
              if (isPossible) await take(context, turn);
            }
          } finally {
            if (places.leave(organizationId)) await requestTurn(queue, name, organizationId);
          }
        }
      });
    },
  };
}

/** The turns of each organization in this process. */
interface Places {
  /** Takes a place. Where there is none left, waits for one, or returns false and remembers that one is wanted. */
  enter(organizationId: string, options: { waits: boolean }): Promise<boolean>;
  /** Returns whether no place is left, and remembers then that one is wanted. */
  wantIfFull(organizationId: string): boolean;
  /** Frees a place; returns whether one was wanted meanwhile. */
  leave(organizationId: string): boolean;
}

interface Taken {
  count: number;
  isWanted: boolean;
  waiting: (() => void)[];
}

/**
 * pg-boss's own limit by group returns what it fetched beyond it to the queue, which fails where the same
 * organization's next turn waits there by then: that job would stay active and never be done.
 */
function createPlaces(max: number): Places {
  const taken = new Map<string, Taken>();
  return {
    wantIfFull: (organizationId) => {
      const own = taken.get(organizationId);
      if (own === undefined || own.count < max) return false;
      own.isWanted = true;
      return true;
    },
    enter: async (organizationId, { waits }) => {
      const own = taken.get(organizationId) ?? { count: 0, isWanted: false, waiting: [] };
      taken.set(organizationId, own);
      if (own.count < max) {
        own.count += 1;
        return true;
      }
      if (!waits) {
        own.isWanted = true;
        return false;
      }
      // The one that leaves passes its place on.
      await new Promise<void>((resolve) => own.waiting.push(resolve));
      return true;
    },
    leave: (organizationId) => {
      const own = taken.get(organizationId);
      if (own === undefined) return false;
      const next = own.waiting.shift();
      if (next === undefined) own.count -= 1;
      else next();
      const { isWanted } = own;
      own.isWanted = false;
      if (own.count === 0) taken.delete(organizationId);
      return isWanted;
    },
  };
}
