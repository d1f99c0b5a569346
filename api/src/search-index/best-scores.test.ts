import { expect, test } from 'vitest';

import { BestScores } from './best-scores.ts';

test('the best of many scores are kept, in their order', () => {
  const best = new BestScores<number>(3);
  [5, 1, 9, 3, 9, 7].forEach((score, item) => best.add(score, item));
  expect(best.sorted().map(({ score, item }) => [score, item])).toEqual([
    [9, 2],
    [9, 4],
    [7, 5],
  ]);
  expect(best.threshold).toBe(7);
});

test('of equal scores the first ones are kept', () => {
  const best = new BestScores<string>(2);
  for (const item of ['a', 'b', 'c']) best.add(1, item);
  expect(best.sorted().map(({ item }) => item)).toEqual(['a', 'b']);
});

test('nothing is kept where nothing is asked for', () => {
  const best = new BestScores<string>(0);
  best.add(1, 'a');
  expect(best.sorted()).toEqual([]);
});
