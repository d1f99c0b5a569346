import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { RateLimits } from './rate-limit.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const counted = async () => {
  const rows = await database.query<{ count: number }>('SELECT count FROM rate_limits');
  return rows.map(({ count }) => count);
};

test('a batched limit counts in the database once for each batch, and refuses what is over it', async () => {
  const limit = { subject: ['frequent'], times: 6, seconds: 60, batch: 3 };
  const limits = new RateLimits(database);
  for (let taken = 1; taken <= 6; taken += 1) {
    await limits.takeOne(limit);
    expect(await counted()).toEqual([taken <= 3 ? 3 : 6]);
  }
  await expect(limits.takeOne(limit)).rejects.toMatchObject({ status: 429 });
  // Another process counts what this one took.
  await expect(new RateLimits(database).takeOne(limit)).rejects.toMatchObject({ status: 429 });
});

test('a batched limit says what is left of it', async () => {
  const limit = { subject: ['told', 'whom'], times: 5, seconds: 60, batch: 2 };
  const limits = new RateLimits(database);
  const remaining = [];
  for (let taken = 1; taken <= 4; taken += 1) {
    remaining.push((await limits.takeOne(limit)).remaining);
  }
  expect(remaining).toEqual([4, 3, 2, 1]);
  // Another process has taken the rest.
  await new RateLimits(database).takeOne(limit);
  const refusal = limits.takeOne(limit);
  await expect(refusal).rejects.toMatchObject({
    headers: {
      'RateLimit-Policy': '"told";q=5;w=60',
      RateLimit: expect.stringMatching(/^"told";r=0;t=\d+$/) as string,
    },
  });
});
