import type { SearchResponse } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { belowFloor } from './answer-floor.ts';

/** A search for some words, whose results have some of them. */
const found = (asked: string, ...results: string[]) =>
  ({
    words: asked.split(' '),
    mode: 'words',
    results: results.map((words) => ({
      words: words.split(' ').map((word) => ({ word, weight: 1 })),
      ranks: { words: 1, meaning: null, rerank: null },
    })),
  }) as unknown as SearchResponse;

test.each([
  ['half of the words in one passage', found('a b c d', 'a b'), undefined],
  ['half of an odd number, rounded down', found('a b c', 'b'), undefined],
  ['one word of one', found('a', 'a'), undefined],
  ['less than half', found('a b c d', 'a'), 'too_far'],
  ['half of the words, but in different passages', found('a b c d', 'a', 'b'), 'too_far'],
  ['nothing', found('a b'), 'nothing_found'],
])('a search that found %s', (_, response, refused) => {
  expect(belowFloor(response)).toBe(refused);
});

test('a passage that was found by its meaning needs no words', () => {
  const response = found('a b c d', 'a');
  for (const { ranks } of response.results) ranks.meaning = 1;
  expect(belowFloor({ ...response, mode: 'hybrid' })).toBeUndefined();
});
