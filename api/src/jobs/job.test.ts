import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import type { Queue } from '../platform/queue.ts';
import { defineJob, startWorkers, type Job, type Run, type Slice, type Unfinished } from './job.ts';
import { startQueue } from './queue.ts';

interface Payload {
  organizationId: string;
  item: string;
}

interface Context {
  handle: (payload: Payload, run: Run) => Promise<Unfinished<Payload> | void>;
}

const NAME = 'job-test';

let database: Database;
let queue: Queue;
let job: Job<Context, Payload>;
let lines: string[];

const log = createLog((line) => lines.push(line));
const logged = () => lines.map((line) => JSON.parse(line) as unknown);

const start = () =>
  startQueue(database, (error) => {
    throw error;
  });

beforeEach(async () => {
  lines = [];
  job = defineJob({
    name: NAME,
    payload: v.object({ organizationId: v.string(), item: v.string() }),
    retries: { attempts: 3, first: 0, most: 0 },
    handle: ({ handle }: Context, payload, run) => handle(payload, run),
  });
  database = await createTestDatabase();
  queue = await start();
});
afterEach(async () => {
  await queue.stop();
  await database.close();
});

const jobsLeft = async () => (await queue.counts())[NAME];

/** Handles jobs until none is left; returns the items in the order in which they were handled. */
async function handleAll(handle?: Context['handle']): Promise<string[]> {
  const items: string[] = [];
  const context: Context = {
    handle: async (payload, run) => {
      items.push(payload.item);
      return handle?.(payload, run);
    },
  };
  startWorkers(queue, [job], context, log);
  await expect.poll(jobsLeft, { timeout: 20_000 }).toBeUndefined();
  return items;
}

const send = (organizationId: string, ...items: string[]) =>
  database.transaction((tx) =>
    job.sendMany(
      queue,
      tx,
      items.map((item) => ({ organizationId, item })),
    ),
  );

describe('a job', () => {
  test('runs once its transaction is committed, and never if it is rolled back', async () => {
    const organizationId = randomUUID();
    const rolledBack = database.tenant(organizationId, async (tx) => {
      await job.send(queue, { organizationId, item: 'no' }, { tx });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await database.tenant(organizationId, (tx) =>
      job.send(queue, { organizationId, item: 'yes' }, { tx }),
    );
    expect(await handleAll()).toEqual(['yes']);
  });

  test("is of the sending tenant or of the server, and cannot be read in a tenant's transaction", async () => {
    const organizationId = randomUUID();
    const tenant = (payload: Payload) =>
      database.tenant(organizationId, (tx) => job.send(queue, payload, { tx }));
    await expect(tenant({ organizationId: randomUUID(), item: 'x' })).rejects.toThrow(
      'row-level security',
    );
    await database.tenant(organizationId, (tx) => queue.send('other', { id: 'x' }, { tx }));
    expect((await queue.counts())['other']).toMatchObject({ waiting: 1 });
    const read = database.tenant(organizationId, (tx) => tx.query('SELECT payload FROM jobs'));
    await expect(read).rejects.toThrow(/permission denied/);
  });

  test('that asks for the same as others that wait is one run', async () => {
    const organizationId = randomUUID();
    await send(organizationId, 'x', 'y', 'x', 'x');
    expect(await handleAll()).toEqual(['x', 'y']);
  });

  test('for later holds no other one back', async () => {
    const organizationId = randomUUID();
    await job.send(queue, { organizationId, item: 'later' }, { startAfterSeconds: 2 });
    await job.send(queue, { organizationId, item: 'now' });
    expect(await handleAll()).toEqual(['now', 'later']);
  });

  test('that is unfinished waits behind the others of its organization, with its new payload', async () => {
    const organizationId = randomUUID();
    await send(organizationId, 'long', 'short');
    const items = await handleAll(({ item }) =>
      Promise.resolve(
        item === 'long'
          ? { repeatAfterSeconds: 0, payload: { organizationId, item: 'rest' } }
          : undefined,
      ),
    );
    expect(items).toEqual(['long', 'short', 'rest']);
  });

  test('that fails is logged and run again with its id, and holds no other one back', async () => {
    const organizationId = randomUUID();
    await send(organizationId, 'bad', 'good');
    const runs: Pick<Run, 'id' | 'isRetry'>[] = [];
    const items = await handleAll(async ({ item }, { id, isRetry }) => {
      if (item === 'good') return;
      runs.push({ id, isRetry });
      if (runs.length === 1) await Promise.reject(new Error('not yet'));
    });
    expect(items.toSorted()).toEqual(['bad', 'bad', 'good']);
    const id = runs[0]?.id;
    expect(runs).toEqual([
      { id, isRetry: false },
      { id, isRetry: true },
    ]);
    expect(logged()).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'a job failed', queue: NAME }),
    );
  });

  test('that was tried before is not one with others that ask for the same', async () => {
    const organizationId = randomUUID();
    await send(organizationId, 'x');
    await database.query('UPDATE jobs SET attempts = 1');
    await send(organizationId, 'x');
    await database.query(`UPDATE jobs SET due_at = now() - interval '1 minute' WHERE attempts = 0`);
    const retries: boolean[] = [];
    await handleAll((_, { isRetry }) => {
      retries.push(isRetry);
      return Promise.resolve();
    });
    expect(retries).toEqual([false, true]);
  });

  test('that fails each time is given up', async () => {
    await send(randomUUID(), 'bad');
    const items = await handleAll(() => Promise.reject(new Error('never')));
    expect(items).toEqual(['bad', 'bad', 'bad']);
  });

  test('that takes too long counts as failed', async () => {
    const slow = defineJob({
      name: NAME,
      timeoutSeconds: 0,
      retries: { attempts: 1, first: 0, most: 0 },
      handle: () => new Promise<void>(() => undefined),
    });
    await queue.send(NAME, {});
    startWorkers(queue, [slow], {}, log);
    await expect.poll(jobsLeft, { timeout: 20_000 }).toBeUndefined();
    expect(JSON.stringify(logged())).toContain('The job took longer than 0 s');
  });

  test('R10: that is malformed is logged and dropped', async () => {
    const organizationId = randomUUID();
    await queue.send(NAME, { item: 1 }, { owner: organizationId });
    await send(organizationId, 'x');
    expect(await handleAll()).toEqual(['x']);
    expect(logged()).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'malformed job', queue: NAME }),
    );
  });

  test('that only another release knows is left to it', async () => {
    const other = defineJob({ name: 'other', handle: () => Promise.resolve() });
    startWorkers(queue, [other], {}, log);
    await send(randomUUID(), 'new');
    await queue.send('other', {});
    await expect.poll(async () => (await queue.counts())['other']).toBeUndefined();
    expect(await jobsLeft()).toMatchObject({ waiting: 1 });
    expect(await handleAll()).toEqual(['new']);
  });

  test('more of which are sent than one statement inserts are all sent', async () => {
    await send(randomUUID(), ...Array.from({ length: 1001 }, (_, n) => String(n)));
    expect(await jobsLeft()).toMatchObject({ waiting: 1001 });
  });
});

test('a slice is over after a second for each share of the organization', async () => {
  await send(randomUUID(), 'x');
  const calls: boolean[] = [];
  const note = (slice: Slice) => calls.push(slice.isOver());
  await handleAll(async (_, run) => {
    note(run);
    await expect.poll(() => run.isOver(), { timeout: 5000 }).toBe(true);
    note(run);
  });
  expect(calls).toEqual([false, true]);
});
