import { expect, test } from 'vitest';

import {
  buildCompound,
  uint16,
  uint32,
  uint8,
  utf16,
} from '@carrel/testing/office/build-compound.ts';
import {
  buildXls,
  commentOn,
  drawnText,
  formulaCell,
  hiddenColumn,
  hiddenRow,
  mergedCells,
  numberCell,
  record,
  textCell,
} from '@carrel/testing/office/build-xls.ts';
import { readFile } from '../partition/partition.ts';

const read = async (bytes: Buffer) =>
  (await readFile(bytes, 'a.xls')).blocks.map(({ text }) => text);
const sheet = (...records: Buffer[]) => ({ name: 'Plan', records });

/** A sheet of Excel 95, whose name has four letters. */
const entry = (offset: number) =>
  record(0x85, uint32(offset), uint8(0, 0, 4), Buffer.from([0xcf, 0xeb, 0xe0, 0xed]));

test('values are read as their cells show them', async () => {
  const formats = ['yyyy-mm-dd', '0.0%', '00000', '$#,##0.00'];
  const cells = [46_095, 0.125, 421, -1234.5].map((value, at) => numberCell(0, at, value, at));
  // Whole, with two decimals, and the first half of a double.
  const short = record(
    0xbd,
    uint16(1, 0, 2),
    uint32((7 << 2) | 2),
    uint16(1),
    uint32((1250 << 2) | 3),
    uint16(9),
    uint32(0x3ff80000),
    uint16(2),
  );
  const truth = record(0x205, uint16(1, 3, 0), uint8(1, 0));
  const error = record(0x205, uint16(1, 4, 0), uint8(0x2a, 1));
  const bytes = buildXls([sheet(...cells, short, truth, error, formulaCell(1, 5, 'sum'))], {
    formats,
  });
  expect(await read(bytes)).toEqual([
    'Plan',
    '2026-03-14 | 12.5% | 00421 | -$1,234.50\n00007 | 1250.0% | 1.5 | TRUE | #N/A | sum',
  ]);
});

test('dates of a workbook that counts from 1904 are right', async () => {
  const book = { formats: ['yyyy-mm-dd'], records: [record(0x22, uint16(1))] };
  expect(await read(buildXls([sheet(numberCell(0, 0, 44_633))], book))).toEqual([
    'Plan',
    '2026-03-14',
  ]);
});

test('cells stand in their columns, and a merged label is in each row that it spans', async () => {
  const strings = ['Region', 'Plan', 'North', 'sold'];
  const cells = [
    textCell(0, 0, 0),
    textCell(0, 2, 1),
    textCell(1, 0, 2),
    numberCell(1, 2, 5),
    textCell(2, 1, 3),
    numberCell(2, 2, 6),
    mergedCells(1, 2, 0, 0),
  ];
  expect(await read(buildXls([sheet(...cells)], { strings }))).toEqual([
    'Plan',
    'Region |  | Plan\nNorth |  | 5\nNorth | sold | 6',
  ]);
});

test('hidden sheets, rows and columns are left out and counted', async () => {
  const strings = ['seen', 'secret'];
  const cells = [
    hiddenRow(1),
    hiddenColumn(1),
    textCell(0, 0, 0),
    textCell(0, 1, 1),
    textCell(1, 0, 1),
    textCell(2, 0, 0),
  ];
  const other = { name: 'Hidden', isHidden: true, records: [textCell(0, 0, 1)] };
  const file = await readFile(buildXls([other, sheet(...cells)], { strings }), 'a.xls');
  expect(file.blocks.map(({ text }) => text)).toEqual(['Plan', 'seen\nseen']);
  expect(file.omitted).toEqual([
    { what: 'hidden_sheet', count: 1 },
    { what: 'hidden_row', count: 1 },
    { what: 'hidden_column', count: 1 },
  ]);
});

test('a string that goes on in another record is read whole', async () => {
  const head = Buffer.concat([uint32(2, 2), uint16(10), uint8(1), utf16('Grüße')]);
  const rest = Buffer.concat([uint8(0), Buffer.from(' Ada!'), uint16(3), uint8(0)]);
  const strings = Buffer.concat([
    record(0xfc, head),
    record(0x3c, rest),
    record(0x3c, uint8(0), Buffer.from('end')),
  ]);
  const bytes = buildXls([sheet(textCell(0, 0, 0), textCell(0, 1, 1))], { sharedStrings: strings });
  expect(await read(bytes)).toEqual(['Plan', 'Grüße Ada! | end']);
});

test('comments and text boxes follow the cells', async () => {
  const cells = [
    numberCell(0, 0, 7),
    drawnText(25, 1, 'Ada:\nCounted twice.'),
    drawnText(6, 2, 'All prices net.'),
    commentOn(0, 0, 1, 'Ada'),
  ];
  expect(await read(buildXls([sheet(...cells)]))).toEqual([
    'Plan',
    '7',
    'Comment by Ada on A1: Counted twice.',
    'All prices net.',
  ]);
});

test('a workbook of Excel 95 is read in its code page', async () => {
  const begin = record(0x809, uint16(0x500, 5, 0, 0));
  const page = record(0x42, uint16(1251));
  const text = Buffer.from([0xc8, 0xf2, 0xee, 0xe3]);
  const head = [begin, page, entry(0), record(0x0a)];
  const offset = Buffer.concat(head).length;
  const book = Buffer.concat([
    begin,
    page,
    entry(offset),
    record(0x0a),
    begin,
    record(0x204, uint16(0, 0, 0, 4), text),
    record(0x0a),
  ]);
  expect(await read(buildCompound({ Book: book }))).toEqual(['План', 'Итог']);
});

test('an encrypted workbook says so', async () => {
  const bytes = buildXls([sheet()], { records: [record(0x2f, uint16(1, 1, 1))] });
  await expect(read(bytes)).rejects.toThrow(/protected with a password/);
});

test('text in columns that is called a workbook is a table', async () => {
  const file = await readFile(Buffer.from('Region\tPlan\tReal\nNorth\t\t7\n'), 'a.xls');
  expect(file.blocks).toEqual([{ kind: 'table', text: 'Region | Plan | Real\nNorth |  | 7' }]);
});

test('headers and footers follow the table', async () => {
  const code = '&LSecret&CPage &P';
  const header = record(0x14, uint16(code.length), uint8(1), utf16(code));
  expect(await read(buildXls([sheet(numberCell(0, 0, 1), header, record(0x15))]))).toEqual([
    'Plan',
    '1',
    'Secret',
  ]);
});
