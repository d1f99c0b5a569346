import { expect, test } from 'vitest';

import { forEachYielding } from './yield-to-main.ts';

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('long work handles every item in order, and lets other tasks run', async () => {
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  const handled: number[] = [];
  let others = 0;
  const other = setInterval(() => (others += 1));
  await forEachYielding(numbers, (number) => {
    busy(0.2);
    handled.push(number);
  });
  clearInterval(other);
  expect(handled).toEqual(numbers);
  expect(others).toBeGreaterThan(0);
});
