import { expect, test } from 'vitest';

import { inTurns } from './yield-to-main.ts';

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('long work takes every item in its order, and lets others in', async () => {
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  const taken: number[] = [];
  let others = 0;
  const other = setInterval(() => (others += 1));
  await inTurns(numbers, (number) => {
    busy(0.2);
    taken.push(number);
  });
  clearInterval(other);
  expect(taken).toEqual(numbers);
  expect(others).toBeGreaterThan(0);
});
