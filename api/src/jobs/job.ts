import * as v from 'valibot';

import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Queue, SendOptions } from '../platform/queue.ts';
import type { QueueDefinition, Retries } from './queue.ts';

/** Jobs inserted by one statement. */
const JOBS_PER_INSERT = 1000;

/** What a handler returns to have its job sent again later. */
export interface Repeat {
  repeatAfterSeconds: number;
}

interface JobDefinition<Context, Payload> {
  /** The name of the queue. It is stored in the database. */
  name: string;
  payload: v.GenericSchema<unknown, Payload>;
  /** Workers of this queue in one process. */
  concurrency: number;
  /** Jobs that a worker takes at once and handles one after the other; 1 by default. */
  batchSize?: number;
  retries: Retries;
  handle: (context: Context, payload: Payload) => Promise<Repeat | void>;
}

/** A job in the table of jobs: its queue, and how its workers are started. */
export interface JobEntry<Context> extends QueueDefinition {
  work(queue: Queue, context: Context, log: Log): Promise<void>;
}

/** A kind of job. `Context` is what its handler needs, `Payload` what is stored with each job. */
export interface Job<Context, Payload extends object> extends JobEntry<Context> {
  send(queue: Queue, payload: Payload, options?: SendOptions): Promise<void>;
  /** Sends jobs that become visible when `tx` is committed. */
  sendMany(queue: Queue, tx: Queryable, payloads: readonly Payload[]): Promise<void>;
}

/** Returns a kind of job. Add it to `jobs-table.ts`, which creates its queue and starts its workers. */
export function defineJob<Context, Payload extends object>({
  name,
  payload: schema,
  concurrency,
  batchSize = 1,
  retries,
  handle,
}: JobDefinition<Context, Payload>): Job<Context, Payload> {
  return {
    name,
    retries,
    send: (queue, payload, options) => queue.send(name, payload, options),
    sendMany: async (queue, tx, payloads) => {
      for (let at = 0; at < payloads.length; at += JOBS_PER_INSERT) {
        await queue.sendMany(name, payloads.slice(at, at + JOBS_PER_INSERT), { tx });
      }
    },
    work: async (queue, context, log) => {
      await queue.work<object>(name, { batchSize, concurrency }, async (jobs) => {
        for (const { id, data } of jobs) {
          const payload = v.safeParse(schema, data);
          if (!payload.success) throw malformed(log, payload.issues, { queue: name, job_id: id });
          const repeat = await handle(context, payload.output);
          if (typeof repeat === 'object') {
            await queue.send(name, payload.output, {
              startAfterSeconds: repeat.repeatAfterSeconds,
            });
          }
        }
      });
    },
  };
}

/** Logs a job whose payload breaks its schema, and returns the error that it fails with. */
export function malformed(
  log: Log,
  issues: Parameters<typeof v.summarize>[0],
  job: { queue: string; job_id: string },
): Error {
  const error = new Error(v.summarize(issues));
  log.error('malformed job', error, job);
  return error;
}

/**
 * Retries of a job whose handler records its failures itself: it throws only where the process or the
 * database failed, and is repeated until it succeeds. A worker that takes longer than
 * `timeoutSeconds` is presumed dead.
 */
export function retryUntilDone(timeoutSeconds: number): Retries {
  return {
    retryLimit: 1000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: timeoutSeconds,
  };
}

/** Starts the workers of each job. A job whose payload breaks its schema is logged and fails. */
export async function startWorkers<Context>(
  queue: Queue,
  jobs: readonly JobEntry<Context>[],
  context: Context,
  log: Log,
): Promise<void> {
  for (const job of jobs) await job.work(queue, context, log);
}
