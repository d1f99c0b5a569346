import { expect, test } from 'vitest';

import { partAt, topsOf } from './use-window.ts';

test('a part is found by its distance from the top', () => {
  const tops = topsOf([100, 50, 200]);
  expect([...tops]).toEqual([0, 100, 150, 350]);
  const found = [-10, 0, 99, 100, 149, 150, 349, 1000].map((pixels) => partAt(tops, pixels));
  expect(found).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
  expect(partAt(topsOf([]), 10)).toBe(0);
});
