import type { JobWithMetadata, PgBoss } from 'pg-boss';

import type { WorkerOptions } from '../platform/queue.ts';

/** The longest time that pg-boss sleeps; workers are woken before. */
const SLEEP_SECONDS = 60;

/** The workers of a queue in this process. */
export interface QueueWorkers {
  /** Makes an idle worker look for jobs at once, and the others in turn while it finds some. */
  wake(): void;
  /** Stops polling. */
  close(): void;
}

/**
 * Starts the workers of a queue. pg-boss polls with each worker on its own; here one idle worker polls, and
 * wakes the next one where it finds a job. `pollMilliseconds` is how often, however many workers there are.
 */
export async function startQueueWorkers<Data extends object>(
  boss: PgBoss,
  name: string,
  { concurrency, batchSize }: WorkerOptions,
  pollMilliseconds: number,
  handler: (jobs: JobWithMetadata<Data>[]) => Promise<unknown>,
): Promise<QueueWorkers> {
  const idle = new Set<string>();
  const wake = () => {
    const [id] = idle;
    if (id !== undefined) boss.notifyWorker(id);
  };
  const start = async () => {
    let id: string | undefined;
    id = await boss.work(
      name,
      { pollingIntervalSeconds: SLEEP_SECONDS, batchSize, includeMetadata: true as const },
      async (jobs: JobWithMetadata<Data>[]): Promise<unknown> => {
        if (id !== undefined) idle.delete(id);
        wake();
        try {
          return await handler(jobs);
        } finally {
          if (id !== undefined) {
            idle.add(id);
            // It looks for the next job without a pause.
            boss.notifyWorker(id);
          }
        }
      },
    );
    idle.add(id);
  };
  await Promise.all(Array.from({ length: concurrency }, start));
  const timer = setInterval(wake, pollMilliseconds);
  return { wake, close: () => clearInterval(timer) };
}
