import { expect, test } from 'vitest';

import { expiryOf } from './expiry.ts';

test.each([
  ['2026-11-25T11:59:59.000Z', 'expires in 23 h'],
  ['2026-11-24T13:00:00.000Z', 'expires in 1 h'],
  ['2026-11-24T12:59:59.000Z', 'expires in 59 min'],
  ['2026-11-24T12:00:59.000Z', 'expires within a minute'],
  ['2026-11-24T11:00:00.000Z', 'expires within a minute'],
])('what expires at %s %s', (expiresAt, words) => {
  expect(expiryOf(expiresAt, Date.parse('2026-11-24T12:00:00.000Z'))).toBe(words);
});
