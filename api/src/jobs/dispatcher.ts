import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { Database } from '../platform/database/database.ts';
import { BoundedCache } from '../platform/bounded-cache.ts';
import { isOnlyProcess } from '../platform/database/is-only-process.ts';
import type { ClaimedJob, Outcome, Slots, Worker } from '../platform/queue.ts';
import { TakenSlots } from '../platform/sharing/taken-slots.ts';
import { jobsOf, SERVER, type WaitingJobs } from './job-repository.ts';
import { waitToStop } from './wait-to-stop.ts';

/**
 * How often a process looks for jobs. Where it works alone, a send wakes it, and only what is for later waits for a
 * look. Otherwise other processes send too, and a send is not visible at once.
 */
const LOOK_MILLISECONDS = { alone: 1000, shared: 200 } as const;
/** How often claims are renewed: several times before they end. */
const RENEW_MILLISECONDS = 3000;
/** Time until the end of a run that could not be written is written again. */
const AGAIN_MILLISECONDS = 1000;
/** Organizations of which is remembered when they were served. */
const SERVED_MAX = 10_000;

export interface Dispatcher {
  add(workers: readonly Worker[]): void;
  /** Looks for jobs at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** What runs in the slots that some jobs share. */
interface Lane {
  taken: TakenSlots;
  /** When each organization was served, as numbers that grow. */
  served: BoundedCache<number>;
}

type DueJobs = WaitingJobs & { worker: Worker };

/**
 * Returns what claims jobs and runs them. Of those that wait for the same slots, the organization that was served
 * longest ago is next: organizations are served one after the other, by any number of processes, and a lone one has
 * all of its slots.
 */
export function createDispatcher(database: Database, onError: (error: Error) => void): Dispatcher {
  const jobs = jobsOf(database, randomUUID());
  const workers = new Map<string, Worker>();
  const lanes = new Map<Slots, Lane>();
  const running = new Map<string, Promise<void>>();
  let rounds = 0;
  const state = { isStopped: false, isLooking: false, isWanted: false };

  const laneOf = (slots: Slots): Lane => {
    const lane = lanes.get(slots) ?? {
      taken: new TakenSlots(),
      served: new BoundedCache({ entries: SERVED_MAX }),
    };
    lanes.set(slots, lane);
    return lane;
  };
  const takeSlot = (slots: Slots, organizationId: string) =>
    laneOf(slots).taken.take(
      { key: 'process', max: slots.perProcess },
      // The server's own jobs are nobody's share.
      {
        key: organizationId,
        max: organizationId === SERVER ? slots.perProcess : slots.perOrganization,
      },
    );
  const report = (error: unknown) => {
    if (!state.isStopped) onError(error instanceof Error ? error : new Error(String(error)));
  };

  /** The database may be away: a run that ended is not repeated for that while this process lives. */
  const end = async (job: ClaimedJob, outcome: Outcome) => {
    for (;;) {
      try {
        await jobs.end(job, outcome);
        return;
      } catch (error) {
        report(error);
        if (state.isStopped) return;
        await wait(AGAIN_MILLISECONDS, undefined, { ref: false });
      }
    }
  };

  const start = (worker: Worker, job: ClaimedJob, freeSlot: () => void) => {
    const run = worker
      .run(job)
      .then((outcome) => end(job, outcome))
      .catch(report)
      .finally(() => {
        running.delete(job.id);
        freeSlot();
        wake();
      });
    running.set(job.id, run);
  };

  const servedAt = ({ worker, organizationId }: DueJobs) =>
    laneOf(worker.slots).served.get(organizationId) ?? 0;

  /** Claims the next job of each organization that has a slot; returns how many there were. */
  const claimEach = async (): Promise<number> => {
    const waiting = await jobs.waiting([...workers.keys()]);
    const due = waiting
      .flatMap((each) => {
        const worker = workers.get(each.name);
        return worker === undefined || each.inSeconds > 0 ? [] : [{ ...each, worker }];
      })
      .toSorted((one, other) => servedAt(one) - servedAt(other) || one.inSeconds - other.inSeconds);
    let claimed = 0;
    for (const next of due) {
      if (!state.isStopped && (await claim(next))) claimed += 1;
    }
    return claimed;
  };

  const claim = async ({ name, organizationId, worker }: DueJobs): Promise<boolean> => {
    const freeSlot = takeSlot(worker.slots, organizationId);
    if (freeSlot === undefined) return false;
    laneOf(worker.slots).served.set(organizationId, (rounds += 1));
    let job: ClaimedJob | undefined;
    try {
      job = await jobs.claim(name, organizationId);
    } finally {
      if (job === undefined) freeSlot();
    }
    if (job === undefined) return false;
    start(worker, job, freeSlot);
    return true;
  };

  // A send in a transaction wakes this, and its context ends with it.
  const outside = AsyncLocalStorage.snapshot();
  let looked: Promise<void> = Promise.resolve();
  const look = async () => {
    state.isLooking = true;
    try {
      while (state.isWanted && !state.isStopped) {
        state.isWanted = false;
        if ((await claimEach()) > 0) state.isWanted = true;
      }
    } catch (error) {
      report(error);
    } finally {
      state.isLooking = false;
    }
  };
  const wake = () => {
    state.isWanted = true;
    if (!state.isLooking && !state.isStopped && workers.size > 0) looked = outside(look);
  };

  const looking = setInterval(
    wake,
    LOOK_MILLISECONDS[isOnlyProcess(database) ? 'alone' : 'shared'],
  ).unref();
  const renewing = setInterval(() => {
    if (workers.size > 0) jobs.renew([...running.keys()]).catch(report);
  }, RENEW_MILLISECONDS).unref();

  return {
    add: (added) => {
      for (const worker of added) workers.set(worker.name, worker);
      wake();
    },
    wake,
    stop: async () => {
      state.isStopped = true;
      clearInterval(looking);
      clearInterval(renewing);
      // A claim that is on its way begins a run.
      await waitToStop(looked.then(() => Promise.all(running.values())));
    },
  };
}
