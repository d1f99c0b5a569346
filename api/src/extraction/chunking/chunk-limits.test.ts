import { expect, test } from 'vitest';

import { chunkDocument } from './chunk-document.ts';

const words = (length: number) => 'word '.repeat(Math.ceil(length / 5)).slice(0, length);

const split = (text: string, settings: { size: number; overlap: number }, template?: string) =>
  chunkDocument({
    blocks: [{ kind: 'paragraph', text }],
    settings,
    metadata: {},
    document: { name: 'a.txt', path: 'a.txt' },
    ...(template === undefined ? {} : { template }),
  });

test('P3: chunks that take many times as much as their text are refused', () => {
  expect(() => split(words(500_000), { size: 10, overlap: 0 })).toThrow(
    "The chunks of this file would take more than 16 times as much as its text. Choose larger chunks or a smaller overlap in the dataset's settings.",
  );
  expect(split(words(500_000), { size: 100, overlap: 20 }).length).toBeGreaterThan(5000);
});

test('P3: a template that multiplies a document is refused', () => {
  const template = '{% for i in (1..100) %}{{ chunk.text }}{% endfor %}';
  expect(() => split(words(500_000), { size: 1200, overlap: 150 }, template)).toThrow(
    "The chunk template makes more than 16 times as much of this file as its text. Shorten the template in the dataset's settings.",
  );
  expect(split(words(1000), { size: 1200, overlap: 150 }, template)[0]?.rendered).toHaveLength(
    100_000 - 100,
  );
});

test('a short text may have small chunks', () => {
  expect(split(words(50_000), { size: 10, overlap: 0 }).length).toBeGreaterThan(4000);
});

test('P3: a document has at most 100,000 chunks', () => {
  expect(() => split(words(4_000_000), { size: 30, overlap: 0 })).toThrow(
    "This file has more than 100,000 chunks. Choose larger chunks in the dataset's settings, or split the file.",
  );
});
