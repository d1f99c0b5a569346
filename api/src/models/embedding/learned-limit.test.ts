import { expect, test } from 'vitest';

import { LearnedLimit } from './learned-limit.ts';

test('a size that was refused is not tried again at once', () => {
  const limit = new LearnedLimit(64);
  expect(limit.next()).toBe(64);
  limit.noteRefused(64);
  limit.noteWorked(8);
  expect([limit.next(), limit.next()]).toEqual([8, 8]);
});

test('a limit is found within an eighth, with few refusals', () => {
  const limit = new LearnedLimit(64);
  limit.noteRefused(64);
  limit.noteWorked(1);
  let refusals = 0;
  for (let request = 0; request < 5000; request += 1) {
    const size = Math.floor(limit.next());
    if (size > 40) {
      refusals += 1;
      limit.noteRefused(size);
    } else limit.noteWorked(size);
  }
  expect(Math.floor(limit.max)).toBeGreaterThanOrEqual(36);
  expect(Math.floor(limit.max)).toBeLessThanOrEqual(40);
  expect(refusals).toBeLessThan(12);
});

test('a refusal for another reason is forgotten once the size works', () => {
  const limit = new LearnedLimit(64);
  limit.noteRefused(64);
  limit.noteWorked(64);
  expect(limit.max).toBe(64);
});

test('a service that takes less than before is obeyed', () => {
  const limit = new LearnedLimit(64);
  limit.noteWorked(60);
  limit.noteRefused(10);
  expect(limit.max).toBe(5);
});

test('without a refusal there is no limit but the stated one', () => {
  const limit = new LearnedLimit(Infinity);
  limit.noteWorked(5);
  expect(limit.next()).toBe(Infinity);
});
