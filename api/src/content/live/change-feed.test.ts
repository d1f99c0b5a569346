import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { createChangeFeed } from './change-feed.ts';

const [early, late] = [randomUUID(), randomUUID()];

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const organization = randomUUID();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [
    organization,
  ]);
  await database.query(
    `INSERT INTO datasets (organization_id, id, name) VALUES ($1, $2, 'Early'), ($1, $3, 'Late')`,
    [organization, early, late],
  );
});
afterAll(() => database.close());

test('a dataset that is watched from during a poll on is not taken for a deleted one', async () => {
  const { promise: isRead, resolve: readDone } = Promise.withResolvers<void>();
  const { promise: isWatched, resolve: goOn } = Promise.withResolvers<void>();
  // The first poll has read, and its rows arrive after somebody else has begun to watch.
  const slow: Queryable = {
    query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
      const rows = await database.query<Row>(sql, parameters);
      readDone();
      await isWatched;
      return rows;
    },
  };
  const feed = createChangeFeed(slow);
  const seen = { early: Promise.withResolvers<unknown>(), late: Promise.withResolvers<unknown>() };
  const unwatch = [feed.watch(early, seen.early.resolve)];
  await isRead;
  unwatch.push(feed.watch(late, seen.late.resolve));
  goOn();
  expect(await Promise.all([seen.early.promise, seen.late.promise])).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
  for (const end of unwatch) end();
});

test('a deleted dataset is reported', async () => {
  const feed = createChangeFeed(database);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const unwatch = feed.watch(randomUUID(), resolve);
  expect(await promise).toBeUndefined();
  unwatch();
});

test('nothing is read once nobody watches', async () => {
  vi.useFakeTimers();
  const query = vi.fn<() => Promise<never[]>>(() => Promise.resolve([]));
  const unwatch = createChangeFeed({ query }).watch(early, () => undefined);
  unwatch();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(query).not.toHaveBeenCalled();
});
