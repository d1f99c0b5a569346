import { expect, test } from 'vitest';

import { batchesOf } from './batches.ts';

test('texts of like length share a batch, whose tokens are bounded with their padding', () => {
  expect(batchesOf([3, 100, 4, 90, 2], 200)).toEqual([
    [1, 3],
    [2, 0, 4],
  ]);
  expect(batchesOf([500, 500], 200)).toEqual([[0], [1]]);
  expect(batchesOf([])).toEqual([]);
  expect(batchesOf([0, 0], 200)).toEqual([[0, 1]]);
});

test('long texts are fewer in a batch, as attention compares each token with each', () => {
  expect(batchesOf([512, 512, 380, 380, 200, 200, 200, 200, 200])).toEqual([
    [0],
    [1],
    [2, 3],
    [4, 5, 6, 7, 8],
  ]);
});
