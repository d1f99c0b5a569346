import { makeBlocks } from '@carrel/shared/testing';
import { describe, expect, test } from 'vitest';

import type { Marks } from './marks.ts';
import { markedStrings, pageTextOf, placeAt, placesOf } from './page-text.ts';

const none: Marks = { chunk: undefined, matches: [], current: 0 };

/** The strings of a page with `[` and `]` around what is marked of the document's text. */
function drawn(strings: string[], texts: string[], from: string): string[] {
  const blocks = makeBlocks(...texts.map((text) => ({ text })));
  const whole = texts.join('\n\n');
  const start = whole.indexOf(from);
  const page = pageTextOf(strings);
  const chunk = { start, end: start + from.length };
  const marked = markedStrings(strings, page, placesOf(page, blocks), { ...none, chunk });
  return strings.map(
    (text, index) =>
      marked
        .get(index)
        ?.map(({ text, isChunk }) => (isChunk ? `[${text}]` : text))
        .join('') ?? text,
  );
}

describe('marks on the page of a PDF', () => {
  test('are in the strings of the page, however its lines are cut', () => {
    expect(
      drawn(
        ['A title', 'The quick brown', ' ', 'fox jumps over', 'the dog.'],
        ['A title', 'The quick brown fox jumps over the dog.'],
        'brown fox jumps',
      ),
    ).toEqual(['A title', 'The quick [brown]', ' ', '[fox jumps ]over', 'the dog.']);
  });

  test('of a word end with the word', () => {
    const strings = ['The quick brown', 'fox jumps'];
    const page = pageTextOf(strings);
    const places = placesOf(page, makeBlocks({ text: 'The quick brown fox jumps' }));
    const marks = { chunk: { start: 0, end: 25 }, matches: [{ start: 4, end: 9 }], current: -1 };
    const [first] = markedStrings(strings, page, places, marks).values();
    expect(first?.map(({ text, match }) => [text, match])).toEqual([
      ['The ', undefined],
      ['quick', 'other'],
      [' brown', undefined],
    ]);
  });

  test('are found where a word was divided, and where columns are in another order', () => {
    expect(
      drawn(
        ['second column starts', 'first column with divi-', 'ded words in it'],
        ['first column with divided words in it', 'second column starts'],
        'divided words in it\n\nsecond',
      ),
    ).toEqual(['[second ]column starts', 'first column with [divi]-', '[ded words in it]']);
  });

  test('of a line that occurs twice are on the one of the block', () => {
    expect(
      drawn(['Total 100', 'Total 100'], ['Total 100', 'Total 100'], 'Total 100\n\nTotal'),
    ).toEqual(['[Total 100]', '[Total ]100']);
  });

  test('of a text that the page does not have are nowhere', () => {
    expect(drawn(['One', 'Two'], ['Something else'], 'else')).toEqual(['One', 'Two']);
  });
});

test('a place on the page is a place in the text', () => {
  const page = pageTextOf(['Welcome', ' ', 'page 7', 'everyone']);
  const places = placesOf(page, makeBlocks({ text: 'Before' }, { text: 'Welcome everyone' }));
  expect(placeAt(page, places, 0, 0)).toBe(8);
  expect(placeAt(page, places, 3, 2)).toBe(18);
  expect(placeAt(page, places, 2, 5)).toBe(16);
  expect(placeAt(pageTextOf(['x']), placesOf(pageTextOf(['x']), []), 0, 0)).toBeUndefined();
});
