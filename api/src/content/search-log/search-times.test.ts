import { expect, test } from 'vitest';

import { noTimes, p95Of, timeClassOf } from './search-times.ts';

function p95(...milliseconds: number[]): number {
  const times = noTimes();
  for (const each of milliseconds) {
    const place = timeClassOf(each);
    times[place] = (times[place] ?? 0) + 1;
  }
  return p95Of(times);
}

test.each([
  ['one search', [12], 20],
  ['a search at a bound', [50], 50],
  ['a rare slow search among many', [...Array<number>(99).fill(4), 4000], 5],
  ['one slow search of ten', [...Array<number>(9).fill(4), 4000], 5000],
  ['searches slower than the scale', [60_000], 10_000],
])('%s: 95 of 100 took at most the bound of its class', (_, milliseconds, bound) => {
  expect(p95(...milliseconds)).toBe(bound);
});
