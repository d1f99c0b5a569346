import { expect, test } from 'vitest';

import { rowsInView } from './use-row-window.ts';

test.each([
  ['at the top', 0, 100_000, { first: 0, end: 32 }],
  ['half-way down', 2_200_000, 100_000, { first: 49_988, end: 50_032 }],
  ['at the very end', 4_400_000 - 880, 100_000, { first: 99_968, end: 100_000 }],
  ['with a heading above it', -200, 100_000, { first: 0, end: 28 }],
  ['below the screen', -5000, 100_000, { first: 0, end: 0 }],
  ['shorter than the screen', 0, 3, { first: 0, end: 3 }],
  ['grown shorter than the scroll', 44_000, 3, { first: 3, end: 3 }],
])('a list %s draws only what is in view', (_, above, count, rows) => {
  expect(rowsInView(above, 880, 44, count)).toEqual(rows);
});
