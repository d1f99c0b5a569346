import { expect, test } from 'vitest';

import { backOff, retryAfterSeconds } from './waiting.ts';

test.each([
  ['7', 7],
  [' 0 ', 0],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 50],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['-3', undefined],
  ['1e9', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('a Retry-After of %j asks for %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, 10_000)).toBe(seconds);
});

test('waits double with each failure in a row, up to the longest', () => {
  const waits = [1, 2, 3, 4, 2000].map((failures) => backOff(failures, { first: 2, most: 10 }));
  expect(waits).toEqual([2, 4, 8, 10, 10]);
});

test('a wait is a number after any count of failures, also where the first one is none', () => {
  expect(backOff(5000, { first: 0, most: 10 })).toBe(0);
  expect(backOff(5000, { first: 2, most: 10 })).toBe(10);
});
