import { expect, test } from 'vitest';

import { positionText } from './list-position.tsx';

test.each([
  [{ first: 1, last: 50 }, { count: 2512 }, '1–50 of 2,512'],
  [{ first: 2001, last: 2050 }, { count: 10_000, isMore: true }, '2,001–2,050 of more than 10,000'],
  [{ first: 1, last: 12 }, { count: 12 }, ''],
  [{ first: 1, last: 0 }, { count: 12 }, ''],
])('rows %j of %j are %j', (seen, total, text) => {
  expect(positionText(seen, total)).toBe(text);
});
