import { expect, test } from 'vitest';

import { partsOf } from './parts-of-row.ts';

const TOKENS = [
  { start: 0, end: 3, look: 'keyword' },
  { start: 12, end: 24, look: 'comment' },
] as const;
const cut = (text: string, start: number) =>
  partsOf(text, start, TOKENS).map((part) => [part.text, part.start, part.look]);

test('a row is cut where its colour changes', () => {
  expect(cut('let a = 1; /* one', 0)).toEqual([
    ['let', 0, 'keyword'],
    [' a = 1; /', 3, undefined],
    ['* one', 12, 'comment'],
  ]);
});

test('a token that goes over several rows colours each of them', () => {
  expect(cut('and two */ b', 18)).toEqual([
    ['and tw', 18, 'comment'],
    ['o */ b', 24, undefined],
  ]);
});

test('a row without tokens, or without text, is what it is', () => {
  expect(cut('plain', 30)).toEqual([['plain', 30, undefined]]);
  expect(cut('', 30)).toEqual([]);
});
