import type { JobWithMetadata } from 'pg-boss';

import type { Queryable } from './database/database.ts';

/** How the jobs of a queue are passed to its handler. */
export interface WorkerOptions {
  /** Batches at the same time in this process. */
  concurrency: number;
  /** Jobs that are fetched together. */
  batchSize: number;
}

export interface SendOptions {
  /** The transaction whose commit makes the job visible. Without one, it is visible at once. */
  tx?: Queryable;
  startAfterSeconds?: number;
  /**
   * Whose job it is. Where the policy of the queue is `short`, only one job of each waits, and one more that
   * starts later.
   */
  owner?: string;
}

export interface JobCounts {
  waiting: number;
  active: number;
  /** Given up, or to be tried again after a failure. */
  failed: number;
  /** Age of the oldest job that no worker has taken, though it could. */
  oldestSeconds: number;
}

/** Jobs that survive a crash. They contain ids only, as any tenant's transaction may send one. */
export interface Queue {
  /** Whether other processes may send and take jobs too. */
  isShared: boolean;
  /** A transaction of the database that the jobs are in, as the owner of its tables. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  send(name: string, data: object, options?: SendOptions): Promise<void>;
  sendMany(name: string, data: readonly object[], options?: Pick<SendOptions, 'tx'>): Promise<void>;
  /**
   * Waits for transactions that are sending a job of an owner. Such a job is dropped where another waits,
   * although the worker that takes the other one does not see their rows yet. Returns false where there can
   * be none.
   */
  waitForSenders(name: string, owner: string): Promise<boolean>;
  /**
   * Passes jobs to `handler`, in batches of `batchSize` and by one worker if nothing else is said. A batch
   * whose handler throws is retried.
   */
  work<Data extends object>(
    name: string,
    options: Partial<WorkerOptions>,
    handler: (jobs: JobWithMetadata<Data>[]) => Promise<unknown>,
  ): Promise<void>;
  /** Makes an idle worker of this process look for jobs at once. */
  wake(name: string): void;
  isRunning(): boolean;
  /** Whether jobs of others than an owner wait or are worked on in these queues. */
  worksForOthers(names: readonly string[], owner: string): Promise<boolean>;
  /** Jobs by queue. */
  counts(): Promise<Record<string, JobCounts>>;
  /** Takes no new job and waits for the active ones, at most 8 seconds. */
  stop(): Promise<void>;
}
