import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, startWorkers, type Job, type Repeat } from './job.ts';
import type { Queue } from '../platform/queue.ts';
import { startQueue } from './queue.ts';

interface Context {
  handle: (n: number) => Repeat | undefined;
}

let database: Database;
let queue: Queue;
let job: Job<Context, { n: number }>;
let lines: string[];

beforeEach(async () => {
  lines = [];
  job = defineJob({
    name: `job-${randomUUID()}`,
    payload: v.object({ n: v.number() }),
    concurrency: 1,
    retries: { retryLimit: 0 },
    handle: ({ handle }: Context, { n }) => Promise.resolve(handle(n)),
  });
  database = await createTestDatabase();
  queue = await startQueue(database, [job], (error) => {
    throw error;
  });
});
afterEach(async () => {
  await queue.stop();
  await database.close();
});

/** Handles jobs until `wanted` were handled; returns their payloads. */
function handleJobs(wanted: number, repeat?: Repeat): Promise<number[]> {
  return new Promise((resolve) => {
    const handled: number[] = [];
    const handle = (n: number) => {
      handled.push(n);
      if (handled.length === wanted) resolve(handled);
      return handled.length === 1 ? repeat : undefined;
    };
    const log = createLog((line) => lines.push(line));
    void startWorkers(queue, [job], { handle }, log);
  });
}

test('a job whose handler returns a repeat is sent again', async () => {
  await job.send(queue, { n: 1 });
  expect(await handleJobs(2, { repeatAfterSeconds: 0 })).toEqual([1, 1]);
});

test('a malformed payload fails its job, is logged, and does not reach the handler', async () => {
  await queue.send(job.name, { n: 'one' });
  await job.send(queue, { n: 2 });
  expect(await handleJobs(1)).toEqual([2]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 'error', message: 'malformed job', queue: job.name }),
  ]);
  expect((await queue.counts())[job.name]).toMatchObject({ failed: 1 });
});

test('more jobs than one statement inserts are all sent', async () => {
  const payloads = Array.from({ length: 1001 }, (_, n) => ({ n }));
  await database.transaction((tx) => job.sendMany(queue, tx, payloads));
  expect((await queue.counts())[job.name]).toMatchObject({ waiting: 1001 });
});
