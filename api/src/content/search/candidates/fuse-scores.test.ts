import { expect, test } from 'vitest';

import { fuseScores } from './fuse-scores.ts';

const list = (scores: Readonly<Record<string, number>>, isAll = false) => ({
  candidates: Object.entries(scores).map(([documentId, score]) => ({
    documentId,
    attempt: 'attempt',
    number: 0,
    score,
  })),
  isAll,
});
const NONE = list({});
const ordered = (chunks: ReturnType<typeof fuseScores>) =>
  chunks.map(({ documentId, score }) => [documentId, Math.round(score * 100) / 100]);

test('a chunk that both lists have counts half by each', () => {
  const chunks = fuseScores(list({ a: 12, b: 6, c: 2 }), list({ b: 0.9, d: 0.8, a: 0.7 }));
  expect(ordered(chunks)).toEqual([
    ['b', 0.7],
    ['a', 0.5],
    ['d', 0.25],
    ['c', 0],
  ]);
  expect(chunks[0]?.ranks).toEqual({ words: 2, meaning: 1, rerank: null });
});

test('a list that has all matches counts from zero, so that its last one counts too', () => {
  expect(ordered(fuseScores(list({ a: 10, b: 8 }, true), list({ c: 0.9, d: 0.1 })))).toEqual([
    ['a', 0.5],
    ['c', 0.5],
    ['b', 0.4],
    ['d', 0],
  ]);
});

test('candidates that are as good as each other count whole', () => {
  expect(ordered(fuseScores(list({ a: 3, b: 3 }), list({ c: 0.5 })))).toEqual([
    ['a', 0.5],
    ['b', 0.5],
    ['c', 0.5],
  ]);
});

test('a single list keeps its scores', () => {
  expect(ordered(fuseScores(list({ a: 12, b: 6 }), NONE))).toEqual([
    ['a', 12],
    ['b', 6],
  ]);
  expect(ordered(fuseScores(NONE, list({ a: 0.5 })))).toEqual([['a', 0.5]]);
});
