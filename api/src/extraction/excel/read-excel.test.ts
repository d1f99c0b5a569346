import { expect, test } from 'vitest';

import { buildExcel, rootXml } from '@carrel/testing/office/build-package.ts';
import { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { readExcel } from './read-excel.ts';

type Options = Parameters<typeof buildExcel>[1];

const text = (reference: string, content: string) =>
  `<x:c r="${reference}" t="inlineStr"><x:is><x:t>${content}</x:t></x:is></x:c>`;
const number = (reference: string, value: string, style = 0) =>
  `<x:c r="${reference}" s="${style}"><x:v>${value}</x:v></x:c>`;
const row = (at: number, cells: string, attributes = '') =>
  `<x:row r="${at}" ${attributes}>${cells}</x:row>`;
const pair = (at: number, left: string, right: string) =>
  row(at, text(`A${at}`, left) + text(`B${at}`, right));
const data = (...rows: string[]) => `<x:sheetData>${rows.join('')}</x:sheetData>`;

const read = (sheet: string, options: Options = {}) =>
  readExcel(new OoxmlPackage(buildExcel(sheet, options)));
const texts = (sheet: string, options: Options = {}) =>
  read(sheet, options).blocks.map((block) => block.text);

const STYLES =
  '<x:numFmts><x:numFmt numFmtId="164" formatCode="d mmm yyyy"/></x:numFmts><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="164"/><x:xf numFmtId="9"/><x:xf numFmtId="14"/></x:cellXfs>';

test('a sheet is a heading and a table of what its cells show', () => {
  const sheet = data(
    row(1, text('A1', 'Name') + text('C1', 'Since')),
    row(2, text('A2', 'Ann_x000D_\nLi') + number('C2', '46095', 1) + number('D2', '0.5', 2)),
    row(3, `<x:c r="B3" t="b"><x:v>0</x:v></x:c><x:c r="C3" t="e"><x:v>#N/A</x:v></x:c>`),
  );
  expect(read(sheet, { styles: STYLES }).blocks).toEqual([
    { kind: 'heading', level: 2, text: 'Data' },
    { kind: 'table', text: 'Name |  | Since\nAnn Li |  | 14 Mar 2026 | 50%\n | FALSE | #N/A' },
  ]);
});

test('workbooks that count from 1904 show the same dates', () => {
  const options = { styles: STYLES, workbook: '<x:workbookPr date1904="1"/>' };
  expect(texts(data(row(1, number('A1', '44633', 3))), options)).toEqual(['Data', '2026-03-14']);
});

const iso = (reference: string, value: string, style = 0) =>
  `<x:c r="${reference}" s="${style}" t="d"><x:v>${value}</x:v></x:c>`;

test('dates and times that are stored as such are shown by their format', () => {
  const cells = [
    iso('A1', '2026-03-14', 1),
    iso('B1', '09:30:00'),
    iso('C1', '2026-03-14T09:30:00Z'),
    iso('D1', '2026-03-14'),
  ];
  expect(texts(data(row(1, cells.join(''))), { styles: STYLES })).toEqual([
    'Data',
    '14 Mar 2026 | 09:30:00 | 2026-03-14 09:30:00 | 2026-03-14',
  ]);
});

test('rows and columns that are hidden are left out and counted', () => {
  const columns = '<x:cols><x:col min="2" max="2" hidden="1"/></x:cols>';
  const sheet =
    columns +
    data(
      row(1, text('A1', 'a') + text('B1', 'b') + text('C1', 'c')),
      row(2, text('A2', 'd'), 'hidden="1"'),
    );
  const { blocks, omitted } = read(sheet);
  expect(blocks[1]?.text).toBe('a | c');
  expect(omitted).toEqual([
    { what: 'hidden_row', count: 1 },
    { what: 'hidden_column', count: 1 },
  ]);
});

test('a merged label is in each row that it spans', () => {
  const sheet =
    data(
      row(1, text('A1', 'North') + text('B1', 'Ann')),
      row(2, '<x:c r="A2"/>' + text('B2', 'Bob')),
      row(3, text('A3', 'Sum')),
    ) + '<x:mergeCells><x:mergeCell ref="A1:A2"/></x:mergeCells>';
  expect(texts(sheet)).toEqual(['Data', 'North | Ann\nNorth | Bob\nSum']);
});

test('tables of one sheet are apart, and a table with an empty row is one', () => {
  const sheet = data(
    pair(1, 'Item', 'Price'),
    pair(2, 'Pen', '3'),
    pair(4, 'Cup', '4'),
    pair(6, 'City', 'People'),
    pair(7, 'Ghent', '260000'),
  );
  expect(texts(sheet)).toEqual([
    'Data',
    'Item | Price\nPen | 3\nCup | 4',
    'City | People\nGhent | 260000',
  ]);
});

test('comments and text boxes follow the table', () => {
  const comments = rootXml(
    'x:comments',
    '<x:authors><x:author>Ann</x:author><x:author>tc={1}</x:author></x:authors><x:commentList><x:comment ref="A1" authorId="0"><x:text><x:r><x:t>Ann:</x:t></x:r><x:r><x:t> Why?</x:t></x:r></x:text></x:comment><x:comment ref="B1" authorId="1"><x:text><x:t>[Threaded comment]</x:t></x:text></x:comment></x:commentList>',
  );
  const thread = rootXml(
    'tc:ThreadedComments',
    '<tc:threadedComment ref="B1" personId="p1"><tc:text>See plan</tc:text></tc:threadedComment>',
  );
  const drawing = rootXml(
    'xdr:wsDr',
    '<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="x"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>Boxed</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>',
  );
  const options = {
    links: {
      c: { type: 'comments', target: 'comments.xml' },
      t: { type: 'threadedComment', target: 'thread.xml' },
      d: { type: 'drawing', target: 'drawing.xml' },
    },
    parts: {
      'xl/comments.xml': comments,
      'xl/thread.xml': thread,
      'xl/drawing.xml': drawing,
      'xl/persons.xml': rootXml('tc:personList', '<tc:person displayName="Bob" id="p1"/>'),
    },
  };
  expect(texts(`${data(row(1, text('A1', 'a')))}<x:drawing r:id="d"/>`, options)).toEqual([
    'Data',
    'a',
    'Comment by Ann on A1: Why?',
    'Comment by Bob on B1: See plan',
    'Boxed',
  ]);
});

test('headers and footers follow the table, without numbers of pages and formatting', () => {
  const headers =
    '<x:headerFooter><x:oddHeader>&amp;LR&amp;&amp;D plan&amp;C&amp;"Arial,Bold"&amp;14&amp;KFF0000QMS-4471&amp;R&amp;D</x:oddHeader><x:oddFooter>&amp;CPage &amp;P of &amp;N&amp;R&amp;A</x:oddFooter><x:firstHeader>never</x:firstHeader></x:headerFooter>';
  expect(texts(data(row(1, text('A1', 'a'))) + headers)).toEqual([
    'Data',
    'a',
    'R&D plan',
    'QMS-4471',
  ]);
});

test('a hundred thousand rows are read within seconds', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) =>
    row(at + 1, number(`A${at + 1}`, `${at}.25`) + text(`B${at + 1}`, 'x')),
  );
  expect(texts(data(...rows))[1]?.split('\n')).toHaveLength(100_000);
}, 60_000);
