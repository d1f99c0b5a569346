import { makeDocumentChunk, makeDocumentChunks } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { findChunkAt } from './find-chunk-at.ts';

/** Chunks of 10 characters, each of which repeats 2 of the one before. */
function pagesOf(total: number) {
  const all = Array.from({ length: total }, (_, number) =>
    makeDocumentChunk({ number, start: Math.max(0, number * 8 - 2), end: number * 8 + 8 }),
  );
  const read: number[] = [];
  const readPage = async (page: number) => {
    read.push(page);
    return makeDocumentChunks(all.slice(page * 100, page * 100 + 100), { total });
  };
  return { read, readPage };
}

test.each([
  [0, 0],
  [7, 0],
  [8, 1],
  [399_999, 49_999],
  [234_567, 29_320],
])('of 50,000 chunks the one at %d is %d, found in a few pages', async (place, number) => {
  const { read, readPage } = pagesOf(50_000);
  const found = await findChunkAt(readPage, 50_000, place);
  expect([number, number + 1]).toContain(found);
  expect(read.length).toBeLessThan(11);
});

test('the smallest of several is found', async () => {
  const chunks = [
    makeDocumentChunk({ number: 0, start: 0, end: 100 }),
    makeDocumentChunk({ number: 1, start: 40, end: 60 }),
  ];
  const readPage = async () => makeDocumentChunks(chunks);
  expect(await findChunkAt(readPage, 2, 50)).toBe(1);
  expect(await findChunkAt(readPage, 2, 20)).toBe(0);
});

const unplaced = async () => makeDocumentChunks([makeDocumentChunk({ start: null, end: null })]);

test('there is none behind the last, nor where places are not known', async () => {
  const { readPage } = pagesOf(3);
  expect(await findChunkAt(readPage, 3, 1000)).toBeUndefined();
  expect(await findChunkAt(unplaced, 1, 0)).toBeUndefined();
  expect(await findChunkAt(unplaced, 0, 0)).toBeUndefined();
});
