import { expect, test } from 'vitest';

import { pageBlocks } from './page-blocks.ts';

/** A word of tesseract's table. */
const word = (paragraph: number, line: number, confidence: number, text: string) =>
  [5, 1, 1, paragraph, line, 1, 0, 0, 10, 10, confidence, text].join('\t');
const line = (paragraph: number) => [4, 1, 1, paragraph, 1, 0, 0, 0, 10, 10, -1, ''].join('\t');

test('words are joined to paragraphs, with hyphens at the ends of lines removed', () => {
  const table = [
    line(1),
    word(1, 1, 90, 'New'),
    word(1, 1, 90, 'knowl-'),
    word(1, 2, 90, 'edge'),
    line(2),
    word(2, 1, 80, 'helps.'),
  ];
  expect(pageBlocks(table.join('\n'), 3)).toEqual([
    { kind: 'paragraph', text: 'New knowledge', confidence: 90, page: 3 },
    { kind: 'paragraph', text: 'helps.', confidence: 80, page: 3 },
  ]);
});

test('the confidence of a paragraph is the mean of its letters', () => {
  const [block] = pageBlocks([word(1, 1, 100, 'a'), word(1, 1, 60, 'bcd')].join('\n'), undefined);
  expect(block).toEqual({ kind: 'paragraph', text: 'a bcd', confidence: 70 });
});

test('what is not sure, and what has no letter, is no text', () => {
  expect(pageBlocks([word(1, 1, 39, 'stain'), word(2, 1, 95, '~ --')].join('\n'), 1)).toEqual([]);
});
