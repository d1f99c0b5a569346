import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { JobEntry } from './job.ts';
import { waitToStop } from './wait-to-stop.ts';

export const HOUR_SECONDS = 60 * 60;

/** Work that each process does by itself, at its start or from time to time, and that no row requests. */
export interface Step<Context> {
  name: string;
  /** Seconds between two runs; without them, it runs at the start alone. */
  everySeconds?: number;
  /** Whether it runs before the server responds. */
  atStart?: boolean;
  /** It may throw: that is logged, and keeps no other step from running. */
  run: (context: Context) => Promise<unknown>;
}

/** What became of the runs of a step in this process. */
export interface StepCounts {
  done: number;
  failed: number;
  /** Duration of the last run. */
  seconds: number;
}

const counts = new WeakMap<Database, Map<string, StepCounts>>();

/** Returns the runs of each step of the server on this database. */
export function stepCountsOf(database: Database): Map<string, StepCounts> {
  const known = counts.get(database) ?? new Map<string, StepCounts>();
  counts.set(database, known);
  return known;
}

/** Returns the steps that request jobs for rows that need them, at the start and every hour. */
export const dueSteps = <Context>(jobs: readonly JobEntry<Context>[]): Step<Context>[] =>
  jobs.flatMap(({ name, due }) =>
    due === undefined ? [] : [{ name, everySeconds: HOUR_SECONDS, atStart: true, run: due }],
  );

interface Place {
  database: Database;
  log: Log;
}

/** Runs steps one after the other. One that fails does not keep the others from running. */
export async function runSteps<Context>(
  steps: readonly Step<Context>[],
  context: Context,
  { database, log }: Place,
): Promise<void> {
  const known = stepCountsOf(database);
  for (const { name, run } of steps) {
    const { done = 0, failed = 0 } = known.get(name) ?? {};
    const startedAt = performance.now();
    const secondsOf = () => (performance.now() - startedAt) / 1000;
    try {
      await run(context);
      known.set(name, { done: done + 1, failed, seconds: secondsOf() });
    } catch (error) {
      known.set(name, { done, failed: failed + 1, seconds: secondsOf() });
      log.error('a step failed', error, { step: name });
    }
  }
}

/** Runs the steps of the start, and the others from time to time. Returns a function that stops them. */
export async function startSteps<Context>(
  steps: readonly Step<Context>[],
  context: Context,
  place: Place,
): Promise<() => Promise<void>> {
  await runSteps(
    steps.filter(({ atStart }) => atStart === true),
    context,
    place,
  );
  let isStopped = false;
  const running = new Set<Promise<void>>();
  const timers = [...Map.groupBy(steps, ({ everySeconds }) => everySeconds)].flatMap(
    ([seconds, group]) => {
      if (seconds === undefined) return [];
      let isRunning = false;
      const run = async () => {
        if (isRunning) return;
        isRunning = true;
        for (const step of group) {
          if (!isStopped) await runSteps([step], context, place);
        }
        isRunning = false;
      };
      const timer = setInterval(() => {
        const done = run().finally(() => running.delete(done));
        running.add(done);
      }, seconds * 1000);
      return [timer.unref()];
    },
  );
  return async () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
    await waitToStop(Promise.all(running));
  };
}
