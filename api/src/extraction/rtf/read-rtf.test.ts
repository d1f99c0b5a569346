import { expect, test } from 'vitest';

import { readRtf } from './read-rtf.ts';

const textOf = (rtf: string) =>
  readRtf(Buffer.from(`{\\rtf1\\ansi${rtf}}`, 'latin1')).blocks.map(({ text }) => text);

const ROW = String.raw`\trowd\cellx1\cellx2\cellx3\intbl `;

test('empty and merged cells keep the columns of a table', () => {
  expect(
    textOf(String.raw`${ROW}a\cell \cell c\cell\row${ROW}\cell x\cell\cell\row\pard End\par`),
  ).toEqual(['a |  | c\n | x', 'End']);
  expect(
    textOf(
      String.raw`\trowd\clvmgf\cellx1\cellx2\intbl G\cell 1\cell\row\trowd\clvmrg\cellx1\cellx2\intbl\cell 2\cell\row`,
    ),
  ).toEqual(['G | 1\nG | 2']);
});

test('a cell that is as wide as two of another row spans both columns', () => {
  expect(
    textOf(
      String.raw`\trowd\trleft-108\cellx2000\cellx4000\cellx6000\intbl a\cell b\cell c\cell\row\trowd\trleft-108\cellx4010\cellx6000\intbl Total\cell 5\cell\row\trowd\trleft2000\cellx4000\cellx6000\intbl x\cell y\cell\row`,
    ),
  ).toEqual(['a | b | c\nTotal |  | 5\n | x | y']);
});

test('a table in a cell stays in it', () => {
  expect(
    textOf(
      String.raw`\trowd\cellx1\cellx2\pard\intbl out {\pard\intbl\itap2 in1\nestcell in2\nestcell{\*\nesttableprops\trowd\cellx1\cellx2\nestrow}}\pard\intbl rest\cell z\cell\row`,
    ),
  ).toEqual(['out in1, in2 rest | z']);
});

test('encodings of fonts and Unicode are decoded', () => {
  expect(
    textOf(
      String.raw`\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}{\f3\fcharset134 D;}}\f0 \'e9 \f1 \'c4\'ee \f2\'8c\'5f\'96\'f1 \f3\'ba\'cf {\uc2 \u8364??}\u-10179?\u-8704? \emdash\~\_\par`,
    ),
  ).toEqual(['é До 契約 合 €😀 — -']);
});

test('notes and comments follow their paragraph, headers and footers are there once', () => {
  expect(
    textOf(
      String.raw`{\header Head}{\headerf Head}{\footer {\field{\fldrslt 1}}}Text\chftn{\footnote \chftn The note}{\*\atnauthor Bo}{\*\annotation why} on.\par Next\par`,
    ),
  ).toEqual(['Text[1] on.', '[1] The note', 'Comment by Bo: why', 'Next', 'Head']);
});

test('hidden and deleted text, pictures and unknown groups are left out', () => {
  const { blocks, omitted } = readRtf(
    Buffer.from(
      String.raw`{\rtf1 a{\v b}{\deleted c}{\*\unknown d}{\pict 00{}ff\bin3 }}}}{\field{\*\fldinst HYPERLINK}{\fldrslt e}}\par}`,
    ),
  );
  expect(blocks.map(({ text }) => text)).toEqual(['ae']);
  expect(omitted).toEqual([{ what: 'deleted_passage', count: 1 }]);
});

test('styles with an outline level are headings, and lists have their numbers', () => {
  const { blocks } = readRtf(
    Buffer.from(
      String.raw`{\rtf1{\stylesheet{\s1\outlinelevel1 Kopf;}}\pard\s1 Title\par\pard{\listtext 1.\tab}one\par{\listtext\'b7\tab}\ilvl1 two\par}`,
    ),
  );
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, text: 'Title' },
    { kind: 'list', text: '1. one\n  - two' },
  ]);
});

test.each([
  ['groups in groups', '{'.repeat(200_000)],
  ['tables in tables', String.raw`\intbl\itap30000 x\nestcell\nestrow `.repeat(10_000)],
  ['a picture without end', `{\\pict ${'0'.repeat(2_000_000)}`],
  ['bytes that are not there', String.raw`\bin4000000000 x`],
])('%s are read in a linear time', (_, rtf) => {
  expect(textOf(` first\\par ${rtf}`)[0]).toBe('first');
});

const level = (format: number, text: string, numbers: string) =>
  String.raw`{\listlevel\levelnfc${format}\levelstartat1{\leveltext\leveltemplateid1 ${text};}{\levelnumbers${numbers};}}`;

test('lists are numbered by their definitions, where a file has no numbers', () => {
  const lists = String.raw`{\*\listtable{\list\listtemplateid1${level(0, String.raw`\'02\'00.`, String.raw`\'01`)}${level(4, String.raw`\'04\'00.\'01)`, String.raw`\'01\'03`)}{\listname ;}\listid7}}{\*\listoverridetable{\listoverride\listid7\listoverridecount0\ls1}{\listoverride\listid7\listoverridecount1{\lfolevel\listoverridestartat\levelstartat5}\ls2}}`;
  expect(
    textOf(
      String.raw`${lists}\pard\ls1 One\par\ilvl1 a\par b\par\pard\par\pard\ls1 Two\par\pard Text\par\pard\ls2 Five\par`,
    ),
  ).toEqual(['1. One\n  1.a) a\n  1.b) b\n2. Two', 'Text', '5. Five']);
});

test('formulas are lines, and a line that says only the page is left out', () => {
  expect(
    textOf(
      String.raw`{\footer Page {\field{\*\fldinst PAGE}{\fldrslt 3}} of 9\par}{\mmath{\*\moMath{\mr E=}{\mf{\mnum{\mr a}}{\mden{\mr b}}}{\msSup{\me{\mr c}}{\msup{\mr 2}}}}}\par`,
    ),
  ).toEqual(['E=a/bc^2']);
});

test('the second byte of a character may be written as a backslash or a brace', () => {
  expect(
    textOf(
      String.raw`\ansicpg932{\fonttbl{\f0\fcharset128 A;}}\f0 \'95\\\'8e\'a6 \'83\\\'83t\'83g \'83\} a\\b \{c\}\par`,
    ),
  ).toEqual(['表示 ソフト マ a\\b {c}']);
});
