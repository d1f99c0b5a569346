import { expect, test } from 'vitest';

import { markedWords } from './marked-words.ts';

test('marked words are named once, as they are written, up to ten', () => {
  expect(
    markedWords('Engines and engines of AB-12/3', [
      [0, 7],
      [12, 19],
      [23, 30],
    ]),
  ).toEqual(['Engines', 'AB-12/3']);
  const many = Array.from({ length: 30 }, (_, word) => `w${word}`.padEnd(4));
  const ranges = many.map((_, word) => [word * 4, word * 4 + 4] as const);
  expect(markedWords(many.join(''), ranges)).toEqual(many.slice(0, 10).map((word) => word.trim()));
  expect(markedWords('x'.repeat(65), [[0, 65]])).toEqual([]);
});
