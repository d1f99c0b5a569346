import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createTestDatabase, isEmbedded } from '@carrel/testing/database/test-database.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import type { Queue } from '../platform/queue.ts';
import { defineJob, startWorkers, type JobEntry, type Run } from './job.ts';
import { startQueue } from './queue.ts';

interface Context {
  take: (run: Run) => Promise<void>;
}

const NAME = 'pieces';
const log = createLog(() => undefined);

let database: Database;
let queue: Queue;

const start = () =>
  startQueue(database, (error) => {
    throw error;
  });

beforeEach(async () => {
  database = await createTestDatabase();
  await database.query('CREATE TABLE pieces (organization_id uuid, number integer)');
  queue = await start();
});
afterEach(async () => {
  await queue.stop();
  await database.close();
});

const jobOf = (perProcess: number, perOrganization: number): JobEntry<Context> =>
  defineJob({
    name: NAME,
    slots: { perProcess, perOrganization },
    retries: { attempts: 3, first: 0, most: 0 },
    handle: ({ take }: Context, _, run) => take(run),
  });

const request = (organizationId: string, tx?: Queryable, startAfterSeconds = 0) =>
  queue.send(NAME, {}, { owner: organizationId, startAfterSeconds, ...(tx && { tx }) });

const addPieces = (tx: Queryable, organizationId: string, count: number) =>
  tx.query('INSERT INTO pieces SELECT $1, generate_series(1, $2)', [organizationId, count]);

/** Takes a piece, and requests the next run where more are left; undefined where none was. */
function takePiece(run: Run): Promise<number | undefined> {
  return database.transaction(async (tx) => {
    const [piece] = await tx.query<{ number: number }>(
      `DELETE FROM pieces WHERE ctid = (
         SELECT ctid FROM pieces WHERE organization_id = $1 ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED
       ) RETURNING number`,
      [run.organizationId],
    );
    const left = await tx.query('SELECT FROM pieces WHERE organization_id = $1', [
      run.organizationId,
    ]);
    if (left.length > 0) await run.again(tx);
    return piece?.number;
  });
}

describe('organizations', () => {
  test('are served one after the other, however much the first one has', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const names: Record<string, string> = { [a]: 'a', [b]: 'b' };
    await addPieces(database, a, 5);
    await request(a);
    await addPieces(database, b, 2);
    await request(b);
    const taken: string[] = [];
    const take = async (run: Run) => {
      taken.push(`${names[run.organizationId] ?? ''}${await takePiece(run)}`);
    };
    startWorkers(queue, [jobOf(1, 1)], { take }, log);
    await expect
      .poll(() => taken, { timeout: 20_000 })
      .toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  });

  test('have no more runs at the same time than their slots, and a lone one has all of its own', async () => {
    const organizationId = randomUUID();
    await addPieces(database, organizationId, 6);
    let active = 0;
    let most = 0;
    const taken: (number | undefined)[] = [];
    const take = async (run: Run) => {
      active += 1;
      most = Math.max(most, active);
      taken.push(await takePiece(run));
      run.wake();
      await expect.poll(() => active === 2 || taken.length >= 5).toBe(true);
      active -= 1;
    };
    await request(organizationId);
    startWorkers(queue, [jobOf(4, 2)], { take }, log);
    await expect
      .poll(() => taken.flatMap((number) => number ?? []).toSorted((one, other) => one - other), {
        timeout: 20_000,
      })
      .toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
  });

  test('share the slots that several jobs name', async () => {
    const slots = { perProcess: 2, perOrganization: 1 };
    let active = 0;
    let most = 0;
    const handle = async () => {
      active += 1;
      most = Math.max(most, active);
      await database.query('SELECT');
      active -= 1;
    };
    const jobs = ['one', 'other', 'third'].map((name) => defineJob({ name, slots, handle }));
    const owner = randomUUID();
    for (const { name } of jobs) await queue.send(name, {}, { owner });
    startWorkers(queue, jobs, {}, log);
    await expect.poll(() => queue.counts(), { timeout: 20_000 }).toEqual({});
    expect(most).toBe(1);
  });
});

// Where transactions run one by one, none is committed during a run.
test.skipIf(isEmbedded())(
  'work that is committed after a run of the same job looked is found',
  async () => {
    const organizationId = randomUUID();
    await request(organizationId);
    const { promise: held, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
    const sending = database.transaction(async (tx) => {
      await tx.query('INSERT INTO pieces VALUES ($1, 7)', [organizationId]);
      await request(organizationId, tx);
      sent();
      await held;
    });
    await isSent;
    const looks: (number | undefined)[] = [];
    const take = async (run: Run) => {
      looks.push(await takePiece(run));
    };
    startWorkers(queue, [jobOf(1, 1)], { take }, log);
    await expect.poll(() => looks).toEqual([undefined]);
    commit();
    await sending;
    await expect.poll(() => looks, { timeout: 20_000 }).toEqual([undefined, 7]);
  },
);

/** Claims all jobs for a process that does not work. */
const claimAll = (until: string) =>
  database.query(`UPDATE jobs SET claimed_by = gen_random_uuid(), claimed_until = ${until}`);
const firstRun = () =>
  new Promise<Run>((resolve) => {
    const take = (run: Run) => Promise.resolve(resolve(run));
    startWorkers(queue, [jobOf(1, 1)], { take }, log);
  });

const claimForHours = async () => {
  await claimAll(`now() + interval '1 hour'`);
};

describe('a job that a process has claimed', () => {
  test('is run again once its claim is not renewed any more', async () => {
    await request(randomUUID());
    await claimAll(`now() - interval '1 second'`);
    expect(await firstRun()).toMatchObject({ isRetry: true });
  });

  test.runIf(isEmbedded())('is run at the next start where no other process works', async () => {
    await request(randomUUID());
    await claimAll(`now() + interval '1 hour'`);
    await queue.stop();
    queue = await start();
    expect(await firstRun()).toMatchObject({ isRetry: true });
  });

  test('is left to the one that claimed it later', async () => {
    await request(randomUUID());
    startWorkers(queue, [jobOf(1, 1)], { take: claimForHours }, log);
    await expect
      .poll(() =>
        database.query(`SELECT 1 FROM jobs WHERE claimed_until > now() + interval '1 minute'`),
      )
      .toHaveLength(1);
    await queue.stop();
    expect((await queue.counts())[NAME]).toMatchObject({ active: 1 });
  });
});

test('a job of an organization for later is not work for others', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  await request(own);
  await request(other, undefined, 60);
  expect(await queue.worksForOthers([NAME], own)).toBe(false);
  expect(await queue.worksForOthers([NAME], other)).toBe(true);
});

test('what servers of earlier releases left is run once, with the ids that rows name', async () => {
  const owner = randomUUID();
  await database.query(`CREATE SCHEMA pgboss`);
  await database.query(
    `CREATE TABLE pgboss.job (id uuid, name text, data jsonb, policy text, state text, start_after timestamptz,
       retry_count integer DEFAULT 0, heartbeat_on timestamptz, completed_on timestamptz)`,
  );
  const [left, running] = [randomUUID(), randomUUID()];
  await database.query(
    `INSERT INTO pgboss.job (id, name, data, policy, state, start_after, retry_count, heartbeat_on) VALUES
       ($1, 'pieces', jsonb_build_object('organizationId', $3::text), 'short', 'active', now(), 1, NULL),
       ($2, 'organization-job-turn', '{}', 'short', 'active', now(), 0, now()),
       (gen_random_uuid(), 'mail', '{"id": "m"}', 'standard', 'created', now(), 0, NULL),
       (gen_random_uuid(), 'mail', '{"id": "sent"}', 'standard', 'completed', now(), 0, NULL)`,
    [left, running, owner],
  );
  await database.query(
    `INSERT INTO organization_jobs (name, organization_id, payload, turn)
     VALUES ('fold', $1, '{"n": 1}', NULL), ('fold', $1, '{"n": 2}', $2), ('fold', $1, '{"n": 3}', gen_random_uuid())`,
    [owner, running],
  );
  for (let starts = 0; starts < 2; starts += 1) {
    await queue.stop();
    queue = await start();
  }
  const rows = await database.query<{
    name: string;
    payload: unknown;
    attempts: number;
    id: string;
  }>('SELECT id, name, payload, attempts FROM jobs ORDER BY name, payload::text');
  expect(rows.map(({ name, payload }) => [name, payload])).toEqual([
    ['fold', { n: 1 }],
    ['fold', { n: 3 }],
    ['mail', { id: 'm' }],
    ['pieces', {}],
  ]);
  expect(rows.at(-1)).toMatchObject({ id: left, attempts: 1 });
});
