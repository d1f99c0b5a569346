import { expect, test } from 'vitest';

import {
  buildCompound,
  uint16,
  uint32,
  uint8,
  utf16,
} from '@carrel/testing/office/build-compound.ts';
import {
  buildDoc,
  cell,
  change,
  itemOf,
  lists,
  positions,
  rowEnd,
  styleSheet,
  type TestParagraph,
} from '@carrel/testing/office/build-doc.ts';
import { readFile } from '../partition/partition.ts';

const read = async (bytes: Buffer) =>
  (await readFile(bytes, 'a.doc')).blocks.map(({ kind, level, text }) => [
    level === undefined ? kind : `${kind} ${level}`,
    text,
  ]);
const paragraphs = (...texts: string[]): TestParagraph[] => texts.map((runs) => ({ runs }));
const item = (level: number, runs: string) => ({ runs, changes: itemOf(level) });
const depth = (level: number) => change(0x6649, level, 0, 0, 0);
const HIDDEN = change(0x083c, 1);
const DELETED = change(0x0800, 1);
const SPECIAL = change(0x0855, 1);
const mark = (text: string) => ({ text, changes: SPECIAL });

test('headings have the level of their style, of one that it is based on, or their own', async () => {
  const styles = styleSheet([{ builtIn: 0 }, { builtIn: 2 }, { builtIn: 0xffe, base: 1 }]);
  const body = [
    { runs: 'Of Word', style: 1 },
    { runs: 'Of the office', style: 2 },
    { runs: 'Alone', changes: change(0x2640, 0) },
    { runs: 'None', style: 1, changes: change(0x2640, 9) },
  ];
  expect(await read(buildDoc({ body }, { 1: styles }))).toEqual([
    ['heading 2', 'Of Word'],
    ['heading 2', 'Of the office'],
    ['heading 1', 'Alone'],
    ['paragraph', 'None'],
  ]);
});

test('items of lists have their numbers', async () => {
  const structures = lists([
    { format: 0, text: '\0.' },
    { format: 4, text: '\0.\u0001)' },
    { format: 23, text: '\u00b7' },
  ]);
  const body = [
    item(0, 'one'),
    item(1, 'first'),
    item(1, 'second'),
    item(2, 'dot'),
    item(0, 'two'),
  ];
  expect(await read(buildDoc({ body }, structures))).toEqual([
    ['list', '1. one\n  1.a) first\n  1.b) second\n    - dot\n2. two'],
  ]);
});

test('cells stand in their columns, and a merged label is in each of its rows', async () => {
  const body = [
    cell('Region'),
    cell('Plan'),
    cell('Real'),
    rowEnd([0, 1000, 2000, 3000]),
    cell('North'),
    cell(''),
    cell('7'),
    rowEnd([0, 1000, 2000, 3000]),
    cell(''),
    cell('8'),
    cell('9'),
    rowEnd([0, 1000, 2000, 3000], [0]),
    cell('Together'),
    cell('24'),
    rowEnd([0, 2000, 3000]),
    { runs: 'After.' },
  ];
  expect(await read(buildDoc({ body }))).toEqual([
    ['table', 'Region | Plan | Real\nNorth |  | 7\nNorth | 8 | 9\nTogether |  | 24'],
    ['paragraph', 'After.'],
  ]);
});

test('a table in a cell is written in it', async () => {
  const inner = (runs: string): TestParagraph => ({
    runs,
    changes: Buffer.concat([change(0x2416, 1), depth(2), change(0x244b, 1)]),
  });
  const innerEnd: TestParagraph = {
    runs: '',
    changes: Buffer.concat([change(0x2416, 1), depth(2), change(0x244b, 1), change(0x244c, 1)]),
  };
  const body = [
    inner('1'),
    inner('2'),
    innerEnd,
    inner('3'),
    inner('4'),
    innerEnd,
    cell('kept'),
    cell('right'),
    rowEnd([0, 1000, 2000]),
  ];
  expect(await read(buildDoc({ body }))).toEqual([['table', '1, 2; 3, 4 kept | right']]);
});

test('deleted and hidden text is left out, and of a field its result is shown', async () => {
  const body: TestParagraph[] = [
    {
      runs: [
        { text: 'We ' },
        { text: 'never ', changes: DELETED },
        { text: 'secretly ', changes: HIDDEN },
        { text: 'see ' },
        { text: '\u0013', changes: SPECIAL },
        { text: ' HYPERLINK "http://example.org" ' },
        { text: '\u0014', changes: SPECIAL },
        { text: 'page\u001e4' },
        { text: '\u0015', changes: SPECIAL },
        { text: '.\tEnd' },
      ],
    },
    { runs: 'Of a hidden style', style: 1 },
  ];
  const styles = styleSheet([{ builtIn: 0 }, { builtIn: 0xffe, character: HIDDEN }]);
  expect(await read(buildDoc({ body }, { 1: styles }))).toEqual([
    ['paragraph', 'We see page-4.\tEnd'],
  ]);
});

test('notes, comments and text boxes follow the paragraph that refers to them', async () => {
  const body: TestParagraph[] = [
    { runs: [{ text: 'A' }, mark('\u0002'), { text: 'b' }, mark('\u0005'), mark('\u0008')] },
    { runs: 'End.' },
  ];
  const shape = Buffer.concat([uint32(1025), Buffer.alloc(22)]);
  const box = Buffer.alloc(22);
  box.writeUInt32LE(1025, 14);
  const comment = Buffer.alloc(30);
  const stories = {
    body,
    footnotes: [{ runs: [mark('\u0002'), { text: ' Of water.' }] }],
    comments: paragraphs('Is it?'),
    textBoxes: paragraphs('In a box.'),
  };
  const bytes = buildDoc(stories, {
    2: positions([1, 11], uint16(1)),
    3: positions([0, 12, 12]),
    4: positions([3, 11], comment),
    5: positions([0, 7, 7]),
    36: Buffer.concat([uint16(3), utf16('Ada')]),
    40: positions([4, 11], shape),
    56: positions([0, 10], box),
  });
  expect(await read(bytes)).toEqual([
    ['paragraph', 'Ab'],
    ['paragraph', '[1] Of water.'],
    ['paragraph', 'Comment by Ada: Is it?'],
    ['paragraph', 'In a box.'],
    ['paragraph', 'End.'],
  ]);
});

test('headers and footers are read once, without numbers of pages', async () => {
  const headers = paragraphs('Report', 'Page 1', 'Report', 'Internal', 'First');
  // Six separators, then for each section: even, odd header, even, odd footer, first header and footer.
  const places = [0, 0, 0, 0, 0, 0, 0, 0, 7, 7, 14, 14, 14, 14, 21, 21, 30, 36, 36, 36];
  const bytes = buildDoc({ body: paragraphs('Text.'), headers }, { 11: uint32(...places) });
  expect(await read(bytes)).toEqual([
    ['paragraph', 'Report'],
    ['paragraph', 'Text.'],
    ['paragraph', 'Internal'],
  ]);
});

test('a document of Word 95 is read in the code page of its language', async () => {
  const text = Buffer.concat([
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 13]),
    Buffer.from('a\u0007b\u0007\u0007', 'latin1'),
  ]);
  const header = Buffer.alloc(1024);
  uint16(0xa5dc, 0x68, 0, 0x419).copy(header, 0);
  header.writeUInt32LE(1024, 24);
  header.writeUInt32LE(text.length, 52);
  const page = Buffer.alloc(512);
  uint32(1024 + 11, 1024 + 12).copy(page, 0);
  page.writeUInt8(100, 8);
  uint8(3, 0, 0, 24, 1, 25, 1).copy(page, 200);
  page.writeUInt8(1, 511);
  const table = Buffer.concat([uint32(1024, 1036), uint16(4)]);
  uint32(1536, table.length).copy(header, 0xc0);
  const main = Buffer.concat([header, text, Buffer.alloc(512 - text.length), table]);
  const padded = Buffer.concat([main, Buffer.alloc(2048 - main.length), page]);
  expect(await read(buildCompound({ WordDocument: padded }))).toEqual([
    ['paragraph', 'Привет'],
    ['table', 'a | b'],
  ]);
});

test('an encrypted document says so', async () => {
  const bytes = buildDoc({ body: paragraphs('Secret.') }, {}, 0x100);
  await expect(read(bytes)).rejects.toThrow(/protected with a password/);
});
