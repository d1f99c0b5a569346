import { backOff } from '@carrel/shared/contract';
import * as v from 'valibot';

import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { malformed, retryUntilDone, type JobEntry } from './job.ts';
import {
  addJobs,
  endJob,
  organizationsWithJobs,
  secondsUntilNext,
  takeJob,
  TURNS_QUEUE,
  type Outcome,
  type TakenJob,
} from './organization-job-repository.ts';
import type { Queue, SendOptions } from '../platform/queue.ts';
import { defineTurns, requestTurn, type Turn } from './turns.ts';

/** Time after which a job lets other organizations have their turn, in milliseconds for each share. */
const SLICE_MILLISECONDS = 1000;
/** Organizations that are served at the same time, in one process. */
const CONCURRENCY = 2;
/** How long a turn may take until its process is presumed dead, in seconds. */
const TIMEOUT_SECONDS = 12 * 60 * 60;
const RETRY_SECONDS_MAX = 60;
const ATTEMPTS_MAX = 1000;

/** Turns at all kinds of jobs: an organization has one of them in work in a process. */
const turns = defineTurns({
  name: TURNS_QUEUE,
  concurrency: CONCURRENCY,
  perOrganization: 1,
  retries: retryUntilDone(TIMEOUT_SECONDS),
  take: takeTurn,
});

/** The time that a job has until the other organizations' turn. */
export interface Slice {
  isOver(): boolean;
}

/** What a handler returns that is not done: the job waits behind the others of its organization. */
export interface Unfinished<Payload> {
  repeatAfterSeconds: number;
  /** Instead of the payload that it had. */
  payload?: Payload;
}

interface OrganizationJobDefinition<Context, Payload> {
  /** It is stored in the database. */
  name: string;
  payload: v.GenericSchema<unknown, Payload>;
  /**
   * Does what it can until the slice is over. What it throws is logged, and it is called again later; it
   * can be interrupted at any point.
   */
  handle: (context: Context, payload: Payload, slice: Slice) => Promise<Unfinished<Payload> | void>;
}

/** A kind of job that belongs to organizations. */
export interface OrganizationJob<Context, Payload> {
  name: string;
  /** Jobs with the same payload that wait become one. */
  send(
    queue: Queue,
    payload: Payload,
    options?: Pick<SendOptions, 'tx' | 'startAfterSeconds'>,
  ): Promise<void>;
  /** Sends jobs that become visible when `tx` is committed. */
  sendMany(queue: Queue, tx: Queryable, payloads: readonly Payload[]): Promise<void>;
  /** Calls the handler with a stored payload. @throws {MalformedPayload} */
  handle(context: Context, stored: unknown, slice: Slice): Promise<Unfinished<object> | void>;
}

/**
 * Returns a kind of job at which organizations take turns: each has one job in work in a process, for a
 * slice of time, and then the next organization has its own. Add it to `jobs-table.ts`.
 */
export function defineOrganizationJob<Context, Payload extends { organizationId: string }>({
  name,
  payload: schema,
  handle,
}: OrganizationJobDefinition<Context, Payload>): OrganizationJob<Context, Payload> {
  const sendAll = async (
    queue: Queue,
    tx: Queryable,
    payloads: readonly Payload[],
    afterSeconds = 0,
  ) => {
    const jobs = payloads.map((payload) => ({ organizationId: payload.organizationId, payload }));
    await addJobs(tx, name, jobs, afterSeconds);
    for (const id of new Set(jobs.map(({ organizationId }) => organizationId))) {
      await requestTurn(queue, TURNS_QUEUE, id, tx, afterSeconds);
    }
  };
  return {
    name,
    send: (queue, payload, { tx, startAfterSeconds } = {}) =>
      tx === undefined
        ? queue.transaction((own) => sendAll(queue, own, [payload], startAfterSeconds))
        : sendAll(queue, tx, [payload], startAfterSeconds),
    sendMany: sendAll,
    handle: (context, stored, slice) => {
      const payload = v.safeParse(schema, stored);
      if (!payload.success) throw new MalformedPayload(payload.issues);
      return handle(context, payload.output, slice);
    },
  };
}

class MalformedPayload extends Error {
  readonly issues: Parameters<typeof v.summarize>[0];

  constructor(issues: Parameters<typeof v.summarize>[0]) {
    super(v.summarize(issues));
    this.issues = issues;
  }
}

/** Returns the entry of the job table for all kinds of jobs that belong to organizations. */
export function organizationJobs<Context>(
  jobs: readonly OrganizationJob<Context, never>[],
): JobEntry<Context> {
  const kinds = new Map(jobs.map((job) => [job.name, job]));
  return {
    name: turns.name,
    retries: turns.retries,
    ...(turns.policy && { policy: turns.policy }),
    work: async (queue, context, log) => {
      // A restored backup has jobs and no turns.
      const waiting = await queue.transaction(organizationsWithJobs);
      for (const id of waiting) await requestTurn(queue, TURNS_QUEUE, id);
      const handle: Worker['handle'] = (name, payload, slice) => {
        const job = kinds.get(name);
        if (job === undefined) throw new Error(`There is no job ${name}`);
        return job.handle(context, payload, slice);
      };
      await turns.work(queue, { queue, names: [...kinds.keys()], handle, log }, log);
    },
  };
}

interface Worker {
  queue: Queue;
  /** The kinds of jobs that it takes. */
  names: readonly string[];
  handle: (name: string, payload: unknown, slice: Slice) => Promise<Unfinished<object> | void>;
  log: Log;
}

async function takeTurn(worker: Worker, turn: Turn): Promise<void> {
  const { queue, names } = worker;
  const owner = { names, organizationId: turn.organizationId };
  const job = await queue.transaction((tx) => takeJob(tx, owner, turn.id));
  const outcome = job && (await handleJob(worker, turn, job));
  await queue.transaction(async (tx) => {
    if (job !== undefined && outcome !== undefined) await endJob(tx, job, outcome);
    const afterSeconds = await secondsUntilNext(tx, owner);
    if (afterSeconds !== undefined) await turn.again(tx, afterSeconds);
  });
}

async function handleJob(
  { queue, handle, log }: Worker,
  { organizationId }: Turn,
  { id, name, payload, attempts, share }: TakenJob,
): Promise<Outcome> {
  const fields = { queue: name, organization_id: organizationId, job_id: String(id) };
  const until = performance.now() + SLICE_MILLISECONDS * share;
  const slice: Slice = { isOver: () => performance.now() >= until };
  try {
    const unfinished = await handle(name, payload, slice);
    if (typeof unfinished !== 'object') return 'done';
    return {
      payload: unfinished.payload,
      attempts: 0,
      afterSeconds: unfinished.repeatAfterSeconds,
    };
  } catch (error) {
    if (error instanceof MalformedPayload) {
      malformed(log, error.issues, fields);
      return 'done';
    }
    if (queue.isRunning()) log.error('a job failed', error, { ...fields, attempts });
    if (attempts + 1 >= ATTEMPTS_MAX) return 'done';
    const afterSeconds = backOff(attempts + 1, { first: 1, most: RETRY_SECONDS_MAX });
    return { payload: undefined, attempts: attempts + 1, afterSeconds };
  }
}
