import { array, assert, integer, option, property, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';

import type { Block } from '../../extraction/blocks/block.ts';
import { OCR_PAGES_MAX, rowsOf } from './ocr-pages.ts';

const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page !== undefined && { page }),
});
const shown = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ page, state, blocks }) => [page, state, blocks.map(({ text }) => text).join(' ')]);

test('pages for OCR are between the texts before and after them', () => {
  const blocks = [paragraph('a', 1), paragraph('b', 2), paragraph('c'), paragraph('d', 5)];
  expect(shown(rowsOf(blocks, [3, 4]))).toEqual([
    [1, 'text', 'a b c'],
    [3, 'waiting', ''],
    [4, 'waiting', ''],
    [5, 'text', 'd'],
  ]);
});

test('a page for OCR keeps the few letters that it has', () => {
  expect(shown(rowsOf([paragraph('1', 1), paragraph('text', 2)], [1]))).toEqual([
    [1, 'waiting', '1'],
    [2, 'text', 'text'],
  ]);
});

test('pages beyond the most are counted as unread', () => {
  const scans = Array.from({ length: OCR_PAGES_MAX + 7 }, (_, at) => at + 1);
  const rows = rowsOf([], scans);
  expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(OCR_PAGES_MAX);
  expect(rows.at(-1)).toMatchObject({ page: OCR_PAGES_MAX + 8, pages: 7, state: 'unread' });
});

test('no text is lost, and its order is kept', () => {
  const pages = array(option(integer({ min: 1, max: 12 }), { nil: undefined }));
  const scans = uniqueArray(integer({ min: 1, max: 12 }));
  assert(
    property(pages, scans, (some, numbers) => {
      const ordered = some.toSorted((a = 0, b = 0) => a - b);
      const blocks = ordered.map((page, at) => paragraph(String(at), page));
      const rows = rowsOf(
        blocks,
        numbers.toSorted((a, b) => a - b),
      );
      expect(rows.flatMap((row) => row.blocks)).toEqual(blocks);
      expect(new Set(rows.map(({ page }) => page)).size).toBe(rows.length);
    }),
  );
});
