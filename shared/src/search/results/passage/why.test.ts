import { expect, test } from 'vitest';

import { matchedWords, pagesText, whyText } from './why.ts';

test.each([
  [{ words: 2, meaning: 5, rerank: null }, '2nd by words, 5th by meaning'],
  [{ words: 1, meaning: null, rerank: null }, '1st by words'],
  [{ words: null, meaning: 3, rerank: 1 }, '3rd by meaning, 1st after reranking'],
  [{ words: null, meaning: null, rerank: null }, ''],
])('the ranks %j are said in words', (ranks, text) => {
  expect(whyText({ ranks })).toBe(text);
});

test('the words that counted most come first, each once', () => {
  const words = [
    { word: 'flutter', weight: 0.2 },
    { word: 'engine', weight: 0.7 },
    { word: 'flutter', weight: 0.1 },
  ];
  expect(matchedWords({ words })).toEqual(['engine', 'flutter']);
  expect(matchedWords({ words: null })).toEqual([]);
});

test.each([
  [[4], 'Page 4'],
  [[5, 4], 'Pages 4 to 5'],
  [[4, 5, 6], 'Pages 4 to 6'],
])('the pages %j are called %s', (pages, text) => {
  expect(pagesText(pages)).toBe(text);
});
