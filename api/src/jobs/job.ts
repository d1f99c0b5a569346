import { backOff } from '@carrel/shared/contract';
import * as v from 'valibot';

import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { ClaimedJob, Outcome, Queue, SendOptions, Slots, Worker } from '../platform/queue.ts';

/** The slots of jobs that nobody waits for: of one organization, one of them runs in a process. */
export const BACKGROUND: Slots = { perProcess: 2, perOrganization: 1 };
/** Time after which a run lets other organizations go first, in milliseconds for each share. */
const SLICE_MILLISECONDS = 1000;
/** How long a run may take until it counts as failed, in seconds. */
const TIMEOUT_SECONDS = 12 * 60 * 60;

/** How a job is repeated whose run fails: after `first` seconds, doubled each time, at most `most`. */
export interface Retries {
  attempts: number;
  first: number;
  most: number;
}
const NO_PAYLOAD = v.object({});

const RETRIES: Retries = { attempts: 1000, first: 1, most: 60 };

/** The time that a run has until the other organizations' next ones. */
export interface Slice {
  isOver(): boolean;
}

/** One run of a job. */
export interface Run extends Slice {
  /** The same in each attempt. Rows name what claimed them by it. */
  id: string;
  /** Empty for a job of the server. */
  organizationId: string;
  /** An earlier attempt ended with its process, or with an error, and may hold what it had claimed. */
  isRetry: boolean;
  /** Requests the organization's next run of the job, once `tx` is committed, and not before `afterSeconds`. */
  again(tx: Queryable, afterSeconds?: number): Promise<void>;
  /** Makes this process look for that run at once, after the commit. */
  wake(): void;
}

/** What a handler returns that is not done: the job waits behind the others of its organization. */
export interface Unfinished<Payload = never> {
  repeatAfterSeconds: number;
  /** Instead of the payload that it had. */
  payload?: Payload;
}

interface JobDefinition<Context, Payload> {
  /** It is stored in the database. */
  name: string;
  /** Nothing by default: what is to be done is in rows. */
  payload?: v.GenericSchema<unknown, Payload>;
  /** Those of `BACKGROUND` by default. */
  slots?: Slots;
  retries?: Retries;
  timeoutSeconds?: number;
  /** Requests the job for all rows that need it, as after a crash. It runs at the start and every hour. */
  due?: (context: Context) => Promise<unknown>;
  /**
   * Does a limited piece of work; it can be interrupted at any point. What it throws is logged, and it is called
   * again later.
   */
  handle: (context: Context, payload: Payload, run: Run) => Promise<Unfinished<Payload> | void>;
}

/** A job in the table of jobs. */
export interface JobEntry<Context> {
  name: string;
  due?: (context: Context) => Promise<unknown>;
  worker(queue: Queue, context: Context, log: Log): Worker;
}

/** A kind of job. `Context` is what its handler needs, `Payload` what is stored with each job. */
export interface Job<Context, Payload extends object> extends JobEntry<Context> {
  send(queue: Queue, payload: Payload, options?: Omit<SendOptions, 'owner'>): Promise<void>;
  /** Sends jobs that become visible when `tx` is committed. */
  sendMany(queue: Queue, tx: Queryable, payloads: readonly Payload[]): Promise<void>;
}

/**
 * Returns a kind of job, of the organization that its payload names or that it is requested for, or of the server.
 * Add it to `jobs-table.ts`, from which its runs and looks are started.
 */
export function defineJob<Context, Payload extends object = object>(
  definition: JobDefinition<Context, Payload>,
): Job<Context, Payload> {
  const { name, slots = BACKGROUND, due } = definition;
  return {
    name,
    ...(due && { due }),
    send: (queue, payload, options) =>
      queue.send(name, payload, { ...options, ...ownerOf(payload) }),
    sendMany: (queue, tx, payloads) =>
      queue.sendMany(
        name,
        payloads.map((payload) => ({ payload, ...ownerOf(payload) })),
        { tx },
      ),
    worker: (queue, context, log) => ({
      name,
      slots,
      run: (job) => runJob(definition, context, { queue, log }, job),
    }),
  };
}

function ownerOf(payload: { organizationId?: unknown }): Pick<SendOptions, 'owner'> {
  const { organizationId } = payload;
  return typeof organizationId === 'string' ? { owner: organizationId } : {};
}

async function runJob<Context, Payload>(
  {
    name,
    payload: schema = NO_PAYLOAD as unknown as v.GenericSchema<unknown, Payload>,
    handle,
    retries = RETRIES,
    timeoutSeconds = TIMEOUT_SECONDS,
  }: JobDefinition<Context, Payload>,
  context: Context,
  { queue, log }: { queue: Queue; log: Log },
  job: ClaimedJob,
): Promise<Outcome> {
  const { id, organizationId, attempts } = job;
  const fields = {
    queue: name,
    job_id: id,
    ...(organizationId !== undefined && { organization_id: organizationId }),
  };
  const payload = v.safeParse(schema, job.payload);
  if (!payload.success) {
    log.error('malformed job', new Error(v.summarize(payload.issues)), fields);
    return 'done';
  }
  try {
    const work = handle(context, payload.output, runOf(queue, job));
    const unfinished = await withTimeout(work, timeoutSeconds);
    if (typeof unfinished !== 'object') return 'done';
    return {
      payload: unfinished.payload as object | undefined,
      attempts: 0,
      afterSeconds: unfinished.repeatAfterSeconds,
    };
  } catch (error) {
    if (queue.isRunning()) log.error('a job failed', error, { ...fields, attempts });
    if (attempts + 1 >= retries.attempts) return 'done';
    const afterSeconds = backOff(attempts + 1, retries);
    return { payload: undefined, attempts: attempts + 1, afterSeconds };
  }
}

function runOf(queue: Queue, { id, name, organizationId, attempts, share }: ClaimedJob): Run {
  const until = performance.now() + SLICE_MILLISECONDS * share;
  return {
    id,
    organizationId: organizationId ?? '',
    isRetry: attempts > 0,
    isOver: () => performance.now() >= until,
    again: (tx, afterSeconds = 0) =>
      queue.send(
        name,
        {},
        {
          tx,
          startAfterSeconds: afterSeconds,
          ...(organizationId !== undefined && { owner: organizationId }),
        },
      ),
    wake: () => queue.wake(),
  };
}

async function withTimeout<T>(work: Promise<T>, seconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`The job took longer than ${seconds} s`)),
    seconds * 1000,
  ).unref();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the jobs of a table from now on. */
export function startWorkers<Context>(
  queue: Queue,
  jobs: readonly JobEntry<Context>[],
  context: Context,
  log: Log,
): void {
  queue.work(jobs.map((job) => job.worker(queue, context, log)));
}
