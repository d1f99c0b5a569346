import { makeBlocks } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { rowAt, rowsOfLines } from './rows-of-lines.ts';

test('lines are numbered, with the blank line between blocks', () => {
  const rows = rowsOfLines(makeBlocks({ text: 'one\n  two' }, { text: 'three' }), 80);
  expect(rows).toEqual([
    { text: 'one', start: 0, line: 1 },
    { text: '  two', start: 4, line: 2 },
    { text: '', start: 10, line: 3 },
    { text: 'three', start: 11, line: 4 },
  ]);
  expect([0, 3, 4, 10, 12, 99].map((place) => rowAt(rows, place))).toEqual([0, 0, 1, 2, 3, 3]);
});

test('a long line is several rows, broken at spaces, and none of its characters is lost', () => {
  const text = `${'word '.repeat(10)}${'x'.repeat(45)}😀😀`;
  const rows = rowsOfLines(makeBlocks({ text }), 20);
  expect(rows.map((row) => row.text).join('')).toBe(text);
  expect(rows.filter(({ line }) => line !== undefined)).toHaveLength(1);
  expect(rows[0]?.text).toBe('word word word word ');
  for (const { text: row } of rows) expect(row.isWellFormed()).toBe(true);
});
