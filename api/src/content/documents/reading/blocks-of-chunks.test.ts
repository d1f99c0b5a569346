import { expect, test } from 'vitest';

import { blocksOfChunks } from './blocks-of-chunks.ts';

const chunk = (text: string, start: number | null) => ({
  text,
  start,
  end: start === null ? null : start + text.length,
  page_first: null,
});

test('paragraphs of chunks are blocks, without what a chunk repeats of the one before', () => {
  const whole = 'Heading\n\nOne two three four.\n\nFive six.';
  const chunks = [chunk(whole.slice(0, 23), 0), chunk(whole.slice(17), 17)];
  const blocks = blocksOfChunks(chunks);
  expect(blocks.map(({ text, start }) => [text, whole.slice(start, start + text.length)])).toEqual([
    ['Heading', 'Heading'],
    ['One two three ', 'One two three '],
    ['four.', 'four.'],
    ['Five six.', 'Five six.'],
  ]);
});

test('chunks without positions follow each other', () => {
  const blocks = blocksOfChunks([chunk('One.', null), chunk('Two.', null)]);
  expect(blocks.map(({ text }) => text)).toEqual(['One.', 'Two.']);
});

test('the heading row that chunks of a table repeat is there once', () => {
  const whole = 'Part | Price\nA | 1\nB | 2';
  const second = { ...chunk('Part | Price\nB | 2', 19), end: whole.length };
  const blocks = blocksOfChunks([chunk(whole.slice(0, 18), 0), second]);
  expect(blocks.map(({ text, start }) => [text, start])).toEqual([
    ['Part | Price\nA | 1', 0],
    ['B | 2', 19],
  ]);
});
