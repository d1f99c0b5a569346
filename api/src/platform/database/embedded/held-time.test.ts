import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../database.ts';
import { measureHeld } from '../held-time.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const LONG = 'SELECT count(*) FROM generate_series(1, 300000)';

test('the time of a statement leaves out what it waited for', async () => {
  const [long, short] = await Promise.all([
    measureHeld(() => database.query(LONG)),
    measureHeld(() => database.query('SELECT 1')),
  ]);
  expect(long.held).toBeGreaterThan(0);
  expect(short.held).toBeLessThan((long.held ?? 0) / 2);
});

test('statements of a transaction are added up', async () => {
  const { held: once } = await measureHeld(() => database.query(LONG));
  const { held: thrice } = await measureHeld(() =>
    database.transaction(async (tx) => {
      for (const sql of [LONG, LONG, LONG]) await tx.query(sql);
    }),
  );
  expect(thrice).toBeGreaterThan(once ?? Infinity);
});

test('a failed statement held the connection too, and is told to listeners', async () => {
  const told: boolean[] = [];
  database.listen?.((_, lowPriority) => told.push(lowPriority));
  await expect(database.lowPriority.query('SELECT nothing')).rejects.toThrow('nothing');
  await database.query('SELECT 1');
  // Statistics are renewed in the background besides.
  expect(told.filter((lowPriority) => !lowPriority)).toEqual([false]);
  expect(told[0]).toBe(true);
});

test('work without statements has no time', async () => {
  expect(await measureHeld(() => Promise.resolve('done'))).toEqual({
    result: 'done',
    held: undefined,
  });
});
