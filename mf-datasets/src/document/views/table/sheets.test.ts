import { makeBlocks } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { cellsOf, partOfCell, sheetAt, sheetsOf } from './sheets.ts';

const heading = (text: string) => ({ kind: 'heading', text });
const table = (text: string) => ({ kind: 'table', text });

test('a workbook has a sheet for each heading, a table without one has a single sheet', () => {
  const sheets = sheetsOf(
    makeBlocks(heading('2023'), table('Team | Wins\nBlues | 1'), heading('2024'), table('x')),
  );
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['2023', 2],
    ['2024', 1],
  ]);
  expect(sheetsOf(makeBlocks(table('a | b')))).toMatchObject([{ name: '', widths: [6, 6] }]);
  expect([0, 6, 20, 40].map((place) => sheetAt(sheets, place))).toEqual([0, 0, 0, 1]);
});

test('cells know their places in the text', () => {
  const blocks = makeBlocks({ text: 'Before' }, table('Team | Wins\nBlues |  | x'));
  const whole = blocks.map(({ text }) => text).join('\n\n');
  const cells = sheetsOf(blocks).flatMap(({ rows }) => rows.flatMap(cellsOf));
  expect(cells.map(({ text }) => text)).toEqual(['Before', 'Team', 'Wins', 'Blues', '', 'x']);
  for (const { text, start } of cells) {
    expect(whole.slice(start, start + text.length)).toBe(text);
  }
});

test('a column is as wide as its cells, up to a limit', () => {
  const [sheet] = sheetsOf(makeBlocks(table(`a | ${'x'.repeat(500)}\nlonger name | y | z`)));
  expect(sheet?.widths).toEqual([12, 40, 6]);
});

test('a long cell is shown from before its first match on', () => {
  const text = 'the committee reads the report of the station and compares';
  const cell = { text, start: 100 };
  const partAt = (word: string) => {
    const start = 100 + text.indexOf(word);
    const matches = [{ start, end: start + word.length }];
    return partOfCell(cell, { chunk: undefined, matches, current: -1 });
  };
  expect(partAt('committee')).toBe(cell);
  expect(partAt('station')).toEqual({ text: 'of the station and compares', start: 131 });
  expect(partOfCell(cell, { chunk: undefined, matches: [], current: -1 })).toBe(cell);
});
