import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { startWorkers } from './job.ts';
import { takeJob, TURNS_QUEUE } from './organization-job-repository.ts';
import {
  defineOrganizationJob,
  organizationJobs,
  type OrganizationJob,
  type Slice,
  type Unfinished,
} from './organization-job.ts';
import type { Queue } from '../platform/queue.ts';
import { startQueue } from './queue.ts';

interface Payload {
  organizationId: string;
  item: string;
}

interface Context {
  handle: (payload: Payload, slice: Slice) => Promise<Unfinished<Payload> | void>;
}

const NAME = 'organization-job-test';

let database: Database;
let queue: Queue;
let job: OrganizationJob<Context, Payload>;
let lines: string[];

const log = createLog((line) => lines.push(line));

beforeEach(async () => {
  lines = [];
  job = defineOrganizationJob({
    name: NAME,
    payload: v.object({ organizationId: v.string(), item: v.string() }),
    handle: ({ handle }: Context, payload, slice) => handle(payload, slice),
  });
  database = await createTestDatabase();
  queue = await startQueue(database, [organizationJobs([job])], (error) => {
    throw error;
  });
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
    handle: async (payload, slice) => {
      items.push(payload.item);
      return handle?.(payload, slice);
    },
  };
  await startWorkers(queue, [organizationJobs([job])], context, log);
  await expect.poll(jobsLeft, { timeout: 20_000 }).toBeUndefined();
  return items;
}

test('organizations take turns, however many jobs the first one has', async () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  for (const item of ['a1', 'a2', 'a3', 'a4']) await job.send(queue, { organizationId: a, item });
  await job.send(queue, { organizationId: b, item: 'b1' });
  await job.send(queue, { organizationId: c, item: 'c1' });
  // Two organizations are served at the same time: the others have their turns during the second one of the first.
  const others = new Set(['b1', 'c1']);
  const { promise: othersHandled, resolve } = Promise.withResolvers<void>();
  const items = await handleAll(async ({ item }) => {
    if (others.delete(item) && others.size === 0) resolve();
    if (item === 'a2') await othersHandled;
  });
  expect(items.filter((item) => item.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(items.slice(0, 4).toSorted()).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('of one organization, one job is in work', async () => {
  const organizationId = randomUUID();
  for (const item of ['1', '2', '3']) await job.send(queue, { organizationId, item });
  let active = 0;
  let most = 0;
  await handleAll(async () => {
    active += 1;
    most = Math.max(most, active);
    await database.query('SELECT');
    active -= 1;
  });
  expect(most).toBe(1);
});

test('an unfinished job waits behind the others of its organization, with its new payload', async () => {
  const organizationId = randomUUID();
  await job.send(queue, { organizationId, item: 'long' });
  await job.send(queue, { organizationId, item: 'short' });
  const items = await handleAll(({ item }) =>
    Promise.resolve(
      item === 'long'
        ? { repeatAfterSeconds: 0, payload: { organizationId, item: 'rest' } }
        : undefined,
    ),
  );
  expect(items).toEqual(['long', 'short', 'rest']);
});

test('once no job is left, no turn is asked for', async () => {
  await job.send(queue, { organizationId: randomUUID(), item: 'last' });
  await handleAll();
  const turnsLeft = async () => {
    const { waiting = 0, active = 0 } = (await queue.counts())[TURNS_QUEUE] ?? {};
    return waiting + active;
  };
  await expect.poll(turnsLeft, { timeout: 5000 }).toBe(0);
  const completed = 'SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1';
  expect(await database.query(completed, [TURNS_QUEUE])).toEqual([{ count: 1 }]);
});

test('a process of a release that does not know a kind of job leaves it to another', async () => {
  const other = defineOrganizationJob({
    name: `${NAME}-other`,
    payload: v.object({ organizationId: v.string() }),
    handle: () => Promise.resolve(),
  });
  await startWorkers(queue, [organizationJobs([other])], {}, log);
  await job.send(queue, { organizationId: randomUUID(), item: 'new' });
  // The older release has taken the turn, and asked for another.
  const completed = `SELECT FROM pgboss.job WHERE name = $1 AND state = 'completed'`;
  await expect
    .poll(() => database.query(completed, [TURNS_QUEUE]), { timeout: 5000 })
    .not.toEqual([]);
  const turnsWaiting = async () => (await queue.counts())[TURNS_QUEUE]?.waiting;
  await expect.poll(turnsWaiting, { timeout: 5000 }).toBe(1);
  expect(await handleAll()).toEqual(['new']);
});

test('jobs that ask for the same while they wait are one', async () => {
  const organizationId = randomUUID();
  for (const item of ['x', 'y', 'x', 'x']) await job.send(queue, { organizationId, item });
  expect(await handleAll()).toEqual(['x', 'y']);
});

test('a job that fails is logged and tried again, and holds no other one back', async () => {
  const organizationId = randomUUID();
  await job.send(queue, { organizationId, item: 'bad' });
  await job.send(queue, { organizationId, item: 'good' });
  let failed = false;
  const items = await handleAll(({ item }) => {
    if (item === 'good' || failed) return Promise.resolve();
    failed = true;
    return Promise.reject(new Error('not yet'));
  });
  expect(items).toEqual(['bad', 'good', 'bad']);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'a job failed', queue: NAME }),
  );
});

test('a job for later holds no other one back', async () => {
  const organizationId = randomUUID();
  await job.send(queue, { organizationId, item: 'later' }, { startAfterSeconds: 2 });
  await job.send(queue, { organizationId, item: 'now' });
  expect(await handleAll()).toEqual(['now', 'later']);
});

test('a slice is over after a second for each share of the organization', async () => {
  const organizationId = randomUUID();
  const { calls } = await database.transaction(async (tx) => {
    await job.send(queue, { organizationId, item: 'x' }, { tx });
    return { calls: [] as boolean[] };
  });
  await handleAll(async (_, slice) => {
    calls.push(slice.isOver());
    await expect.poll(() => slice.isOver(), { timeout: 5000 }).toBe(true);
    calls.push(slice.isOver());
  });
  expect(calls).toEqual([false, true]);
});

test('a job that a turn has taken is taken by no other, and again by the same', async () => {
  const organizationId = randomUUID();
  await job.send(queue, { organizationId, item: 'x' });
  const owner = { names: [NAME], organizationId };
  const turns = await database.query<{ id: string }>('SELECT id FROM pgboss.job WHERE name = $1', [
    TURNS_QUEUE,
  ]);
  const [first, second] = [turns[0]?.id ?? '', randomUUID()];
  const taken = await queue.transaction((tx) => takeJob(tx, owner, first));
  expect(taken?.payload).toEqual({ organizationId, item: 'x' });
  expect(await queue.transaction((tx) => takeJob(tx, owner, second))).toBeUndefined();
  expect((await queue.transaction((tx) => takeJob(tx, owner, first)))?.id).toBe(taken?.id);
});

test('jobs whose turns are lost, as in a restored backup, are taken after the start', async () => {
  await job.send(queue, { organizationId: randomUUID(), item: 'x' });
  const [organizationId, item] = [randomUUID(), 'taken'];
  await job.send(queue, { organizationId, item });
  const owner = { names: [NAME], organizationId };
  await queue.transaction((tx) => takeJob(tx, owner, randomUUID()));
  await database.query(`DELETE FROM pgboss.job WHERE name = $1`, [TURNS_QUEUE]);
  expect((await handleAll()).toSorted()).toEqual(['taken', 'x']);
});

test('a job is sent with the transaction that sends it, of its own organization only', async () => {
  const organizationId = randomUUID();
  await expect(
    database.tenant(organizationId, async (tx) => {
      await job.send(queue, { organizationId, item: 'x' }, { tx });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await jobsLeft()).toBeUndefined();
  await expect(
    database.tenant(organizationId, (tx) =>
      job.send(queue, { organizationId: randomUUID(), item: 'x' }, { tx }),
    ),
  ).rejects.toThrow('row-level security');
});

test('R10: a malformed job is logged and dropped', async () => {
  const organizationId = randomUUID();
  await database.query(
    `INSERT INTO organization_jobs (name, organization_id, payload) VALUES ($1, $2, '{"item": 1}')`,
    [NAME, organizationId],
  );
  await job.send(queue, { organizationId, item: 'x' });
  expect(await handleAll()).toEqual(['x']);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'malformed job', queue: NAME }),
  );
});
