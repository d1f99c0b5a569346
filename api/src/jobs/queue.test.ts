import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

import type { Database } from '../platform/database/database.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Queue } from '../platform/queue.ts';
import { startQueue } from './queue.ts';

let database: Database;
let queue: Queue;
let name: string;

const start = () =>
  startQueue(database, [{ name, retries: { retryLimit: 2, retryDelay: 0 } }], (error) => {
    throw error;
  });

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.close();
});

beforeEach(() => {
  name = `queue-${randomUUID()}`;
});

/** Handles jobs of the queue until there were `wanted`. */
function collect(wanted: number): Promise<number[]> {
  return new Promise((resolve) => {
    const seen: number[] = [];
    void queue.work<{ n: number }>(name, { batchSize: 5 }, (jobs) => {
      seen.push(...jobs.map(({ data }) => data.n));
      if (seen.length >= wanted) resolve(seen.sort((a, b) => a - b));
      return Promise.resolve();
    });
  });
}

describe('a job', () => {
  test('is handled once its transaction is committed, and never if it is rolled back', async () => {
    queue = await start();
    const rolledBack = database.transaction(async (tx) => {
      await queue.send(name, { n: 1 }, { tx });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await database.transaction((tx) => queue.send(name, { n: 2 }, { tx }));
    await database.transaction((tx) => queue.sendMany(name, [{ n: 3 }, { n: 4 }], { tx }));
    expect(await collect(3)).toEqual([2, 3, 4]);
    await queue.stop();
  });

  test("can be sent, but not read, in a tenant's transaction", async () => {
    queue = await start();
    const organizationId = randomUUID();
    await database.tenant(organizationId, (tx) => queue.send(name, { n: 1 }, { tx }));
    await database.tenant(organizationId, (tx) =>
      queue.sendMany(name, [{ n: 2 }, { n: 3 }], { tx }),
    );
    const read = database.tenant(organizationId, (tx) => tx.query('SELECT data FROM pgboss.job'));
    await expect(read).rejects.toThrow(/permission denied/);
    expect(await collect(3)).toEqual([1, 2, 3]);
    await queue.stop();
  });

  test('is handled at the same time as others, by as many workers as the queue has', async () => {
    queue = await start();
    let active = 0;
    let release: (() => void) | undefined;
    const all = new Promise<void>((resolve) => (release = resolve));
    await queue.work(name, { concurrency: 3 }, async () => {
      active += 1;
      if (active === 3) release?.();
      await all;
    });
    for (const n of [1, 2, 3]) await queue.send(name, { n });
    await all;
    expect(active).toBe(3);
    await queue.stop();
  });

  test('whose handler throws is retried', async () => {
    queue = await start();
    await queue.send(name, { n: 1 });
    let attempts = 0;
    await new Promise<void>((resolve) => {
      void queue.work(name, {}, () => {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
        resolve();
        return Promise.resolve();
      });
    });
    await queue.stop();
    expect(attempts).toBe(2);
    expect((await queue.counts())[name]).toMatchObject({ waiting: 0, active: 0, failed: 0 });
  });

  // Where several processes work, the jobs of a dead one are retried when their heartbeat is missing.
  test.runIf(inject('postgresTemplate') === undefined)(
    'that a killed process had taken is retried at the next start',
    async () => {
      queue = await start();
      await queue.send(name, { n: 1 });
      await database.query(
        `UPDATE pgboss.job SET state = 'active', started_on = now() WHERE name = $1`,
        [name],
      );
      await queue.stop();
      queue = await start();
      expect(await collect(1)).toEqual([1]);
      await queue.stop();
    },
  );
});
