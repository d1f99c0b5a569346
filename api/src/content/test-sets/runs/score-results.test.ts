import { describe, expect, test } from 'vitest';

import { scoreResults, type RankedChunk, type RightAnswer } from './score-results.ts';

const SENTENCES = [
  'The warranty lasts two years from the day of delivery.',
  'The engine runs on two cylinders and a little luck.',
  'Change the oil each year, or after ten thousand kilometres.',
] as const;

const chunk = (path: string, text = `Text of ${path}.`): RankedChunk => ({
  datasetId: 'd',
  path,
  text,
});
const answer = (path: string, grade: 1 | 2 | 3 = 1, passage = ''): RightAnswer => ({
  datasetId: 'd',
  path,
  passage,
  grade,
});
const wrong = (count: number) => Array.from({ length: count }, (_, index) => chunk(`no-${index}`));

describe('figures of a question', () => {
  test('are 1 where every answer comes first, in the order of the grades', () => {
    const score = scoreResults(
      [answer('b'), answer('a', 3)],
      [chunk('a'), chunk('b'), ...wrong(8)],
    );
    expect(score).toMatchObject({ recall: 1, reciprocalRank: 1, ndcg: 1, firstRight: 1 });
    expect(score.grades.slice(0, 3)).toEqual([3, 1, 0]);
  });

  test('are 0 where nothing is found', () => {
    expect(scoreResults([answer('a')], wrong(10))).toMatchObject({
      recall: 0,
      reciprocalRank: 0,
      ndcg: 0,
      firstRight: null,
    });
    expect(scoreResults([answer('a')], [])).toMatchObject({ recall: 0, ndcg: 0 });
  });

  test('discount by rank, with the grade as the gain', () => {
    // Found at ranks 2 and 4 of three: DCG = 1/log2(3) + 3/log2(5) = 0.63093 + 1.29203 = 1.92296.
    // Ideal: 3/log2(2) + 2/log2(3) + 1/log2(4) = 3 + 1.26186 + 0.5 = 4.76186.
    const score = scoreResults(
      [answer('a'), answer('b', 3), answer('c', 2)],
      [...wrong(1), chunk('a'), chunk('x'), chunk('b')],
    );
    expect(score.recall).toBeCloseTo(2 / 3, 10);
    expect(score.reciprocalRank).toBe(0.5);
    expect(score.ndcg).toBeCloseTo(1.92296 / 4.76186, 5);
  });

  test('look at the first 10 results only', () => {
    expect(scoreResults([answer('a')], [...wrong(9), chunk('a')])).toMatchObject({
      recall: 1,
      reciprocalRank: 0.1,
      firstRight: 10,
    });
    expect(scoreResults([answer('a')], [...wrong(10), chunk('a')])).toMatchObject({
      recall: 0,
      firstRight: null,
    });
  });

  test('divide recall by all answers, also if there are more than 10', () => {
    const paths = Array.from({ length: 20 }, (_, index) => `p-${index}`);
    const score = scoreResults(
      paths.map((path) => answer(path)),
      paths.map((path) => chunk(path)),
    );
    expect(score).toMatchObject({ recall: 0.5, ndcg: 1 });
  });

  test('count an answer once, where it is found first', () => {
    const score = scoreResults([answer('a'), answer('b')], [chunk('a'), chunk('a'), chunk('b')]);
    expect(score.recall).toBe(1);
    // 1 + 1/log2(4) of 1 + 1/log2(3).
    expect(score.ndcg).toBeCloseTo(1.5 / 1.63093, 5);
    expect(score.grades).toEqual([1, 1, 1]);
  });

  test('are as good as can be where one chunk holds several answers', () => {
    const answers = SENTENCES.map((passage, index) => answer('a', index === 1 ? 2 : 1, passage));
    expect(scoreResults(answers, [chunk('a', SENTENCES.join(' '))])).toMatchObject({
      recall: 1,
      ndcg: 1,
      grades: [2],
    });
  });

  test('need the passage, the path and the dataset', () => {
    const answers = [answer('a', 1, SENTENCES[0])];
    expect(scoreResults(answers, [chunk('a', SENTENCES[1])]).recall).toBe(0);
    expect(scoreResults(answers, [chunk('b', SENTENCES[0])]).recall).toBe(0);
    expect(
      scoreResults(answers, [{ ...chunk('a', SENTENCES[0]), datasetId: 'other' }]).recall,
    ).toBe(0);
    expect(scoreResults(answers, [chunk('a', SENTENCES[0])]).recall).toBe(1);
  });
});
