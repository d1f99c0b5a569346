import { expect, test } from 'vitest';

import { daysOfMonth, monthOfDays } from '../query/day.ts';
import { periodLabel } from './month.ts';

test('a month is its days, and these days are the month', () => {
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2027-01-01' });
  expect(monthOfDays('2026-02-01', '2026-03-01')).toBe('2026-02');
  expect(monthOfDays('2026-02-01', '2026-03-02')).toBeUndefined();
  expect(monthOfDays('2026-02-01', '')).toBeUndefined();
});

test.each([
  ['2026-11-01', '2026-12-01', 'November 2026'],
  ['2026-11-05', '', 'From Nov 5, 2026'],
  ['', '2026-11-05', 'Before Nov 5, 2026'],
  ['2026-10-05', '2026-11-05', 'Oct 5, 2026 to before Nov 5, 2026'],
])('the days from "%s" to "%s" are called %s', (from, to, label) => {
  expect(periodLabel(from, to)).toBe(label);
});
