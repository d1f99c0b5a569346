import type { Queryable } from './database/database.ts';

/** How many runs of a job there are at the same time. Jobs that name the same object share them. */
export interface Slots {
  /** In one process. */
  perProcess: number;
  /** Of these, runs of one organization. */
  perOrganization: number;
}

/** A job that this process has claimed. */
export interface ClaimedJob {
  /** The same in each attempt. */
  id: string;
  name: string;
  /** Undefined for a job of the server. */
  organizationId: string | undefined;
  payload: unknown;
  /** Attempts before that failed, or whose process ended. */
  attempts: number;
  /** The share of its organization, from 1. */
  share: number;
}

/** What becomes of a job: it is deleted, or waits again. */
export type Outcome =
  | 'done'
  | { afterSeconds: number; attempts: number; payload: object | undefined };

/** What runs the jobs of one name. */
export interface Worker {
  name: string;
  slots: Slots;
  /** Does not reject. */
  run: (job: ClaimedJob) => Promise<Outcome>;
}

export interface SendOptions {
  /** The transaction whose commit makes the job visible. Without one, it is visible at once. */
  tx?: Queryable;
  startAfterSeconds?: number;
  /** The organization whose job it is; without one, it is the server's. */
  owner?: string;
}

export interface JobCounts {
  waiting: number;
  active: number;
  /** To be tried again after a failure. */
  failed: number;
  /** Age in seconds of the oldest job that no worker has claimed, though it could. */
  oldestSeconds: number;
}

/** An organization's jobs of one name. */
export interface OwnJobs {
  name: string;
  count: number;
  /** When the first one is tried again, where each of them failed and waits for that. */
  nextTry: Date | null;
}

/**
 * Jobs that survive a crash. Jobs with the same name, owner and payload that wait are one run: what they ask for is
 * in rows of the database, or named by the payload. It contains ids only, as any tenant's transaction may send one.
 */
export interface Queue {
  send(name: string, payload: object, options?: SendOptions): Promise<void>;
  sendMany(
    name: string,
    jobs: readonly { payload: object; owner?: string | undefined }[],
    options?: Pick<SendOptions, 'tx' | 'startAfterSeconds'>,
  ): Promise<void>;
  /** Runs jobs from now on. */
  work(workers: readonly Worker[]): void;
  /** Makes this process look for jobs at once, as after the commit of a transaction that sends one. */
  wake(): void;
  isRunning(): boolean;
  /** Whether jobs of these names run, or are due, for others than an organization. */
  worksForOthers(names: readonly string[], organizationId: string): Promise<boolean>;
  /** An organization's jobs of these names that run, are due, or are tried again after a failure. */
  ofOrganization(names: readonly string[], organizationId: string): Promise<readonly OwnJobs[]>;
  /** Jobs by name. */
  counts(): Promise<Record<string, JobCounts>>;
  /** Claims no new job and waits for the active ones, at most 8 seconds. */
  stop(): Promise<void>;
}
