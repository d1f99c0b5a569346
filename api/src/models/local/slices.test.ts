import { expect, test } from 'vitest';

import { createSlices } from './slices.ts';

test('a slice grows on a fast machine, and shrinks on a busy one', () => {
  const slices = createSlices();
  const texts = Array<number>(1000).fill(1000);
  const first = slices.take(texts);
  slices.record(4000, 10);
  const second = slices.take(texts);
  expect(second).toBe(2 * first);
  for (let run = 0; run < 20; run += 1) slices.record(8000, 60_000);
  expect(slices.take(texts)).toBe(1);
  expect(slices.take([1_000_000])).toBe(1);
});
