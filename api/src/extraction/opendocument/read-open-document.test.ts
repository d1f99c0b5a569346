import { expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { partition, readFile } from '../partition/partition.ts';

const NAMESPACES = ['office', 'text', 'table', 'style', 'presentation', 'chart', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"',
  )
  .join(' ');

interface TestDocument {
  kind?: 'text' | 'spreadsheet' | 'presentation';
  styles?: string;
  parts?: Record<string, string>;
}

const contentOf = (body: string, { kind = 'text', styles = '' }: TestDocument = {}) =>
  `<?xml version="1.0"?><office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;

function build(body: string, document: TestDocument = {}): Buffer {
  const { kind = 'text', parts = {} } = document;
  return buildZip([
    { name: 'content.xml', content: contentOf(body, document) },
    ...Object.entries(parts).map(([name, content]) => ({ name, content })),
    // Last and packed, as other programs write it.
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
  ]);
}

const textOf = async (body: string, document?: TestDocument) =>
  (await partition(build(body, document), 'a.odt')).map(({ text }) => text);

const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`;
const row = (cells: string, attributes = '') =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;

const item = (content: string) => `<text:list-item>${content}</text:list-item>`;
const shape = (text: string, kind = '') =>
  `<draw:frame ${kind}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
const object = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`;

test('empty, merged and repeated cells keep the columns of a table', async () => {
  expect(
    await textOf(
      `<table:table>${row(cell('a') + cell('', 'table:number-columns-repeated="2"') + cell('d'))}${row(
        cell('G', 'table:number-rows-spanned="2"') + cell('1'),
      )}${row(`<table:covered-table-cell/>${cell('2', 'table:number-columns-repeated="2"')}`)}${row(
        cell('', 'table:number-columns-repeated="16384"'),
        'table:number-rows-repeated="1048576"',
      )}</table:table>`,
    ),
  ).toEqual(['a |  |  | d\nG | 1\nG | 2 | 2']);
});

test('sheets have their names, and what is hidden is counted', async () => {
  const { blocks, omitted } = await readFile(
    build(
      `<table:table table:name="One">${row(cell('1'))}${row(cell('2'), 'table:visibility="filter"')}</table:table><table:table table:name="Two" table:style-name="h">${row(cell('3'))}</table:table>`,
      {
        kind: 'spreadsheet',
        styles:
          '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>',
      },
    ),
    'a.ods',
  );
  expect(blocks.map(({ text }) => text)).toEqual(['One', '1']);
  expect(omitted).toEqual([
    { what: 'hidden_row', count: 1 },
    { what: 'hidden_sheet', count: 1 },
  ]);
});

test('notes, comments and boxes follow their paragraph, deleted text is left out', async () => {
  expect(
    await textOf(
      `<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:p>Kept<text:s text:c="3"/>words<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note</text:p></text:note-body></text:note><office:annotation><dc:creator>Bo</dc:creator><dc:date>2026-01-01</dc:date><text:p>why</text:p></office:annotation> on<draw:frame><draw:text-box><text:p>Box</text:p></draw:text-box></draw:frame>.</text:p><text:p>Next</text:p>`,
    ),
  ).toEqual(['Kept words[1] on.', '[1] The note', 'Comment by Bo: why', 'Box', 'Next']);
});

test('lists and headings have the numbers of their styles', async () => {
  const styles = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>`;
  expect(
    await textOf(
      `<text:list text:style-name="L">${item('<text:p>one</text:p>')}${item(`<text:p>two</text:p><text:list>${item('<text:p>deep</text:p>')}</text:list>`)}</text:list><text:h text:outline-level="1">Head</text:h><text:list text:style-name="L" text:continue-numbering="true">${item('<text:p>three</text:p>')}</text:list>`,
      { styles },
    ),
  ).toEqual(['1. one\n2. two\n  2.a) deep', 'Head', '3. three']);
});

test('slides are pages with their notes, without those that are hidden', async () => {
  const bytes = build(
    `<draw:page>${shape('Title', 'presentation:class="title"')}${shape('Body')}<presentation:notes>${shape('Say')}</presentation:notes></draw:page><draw:page draw:style-name="h">${shape('Hidden')}</draw:page><draw:page>${shape('Last')}</draw:page>`,
    {
      kind: 'presentation',
      styles:
        '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    },
  );
  expect(await partition(bytes, 'a.odp')).toEqual([
    { kind: 'heading', level: 1, text: 'Title', page: 1 },
    { kind: 'paragraph', text: 'Body', page: 1 },
    { kind: 'paragraph', text: 'Say', page: 1 },
    { kind: 'paragraph', text: 'Last', page: 3, startsSlide: true },
  ]);
});

test('charts have titles and data, formulas are lines, headers and footers are there once', async () => {
  const chart = contentOf(
    `<chart:chart><chart:title><text:p>Sales</text:p></chart:title><table:table>${row(cell('') + cell('2026'))}${row(cell('Q1') + cell('5'))}</table:table></chart:chart>`,
  ).replaceAll('office:text', 'office:chart');
  const math =
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math>';
  const header =
    '<style:header><text:p>Head</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number> of 3</text:p></style:footer>';
  expect(
    await textOf(`<text:p>${object('O 1')}${object('O 2')}</text:p>`, {
      parts: {
        'O 1/content.xml': chart,
        'O 2/content.xml': math,
        'styles.xml': `<office:document-styles ${NAMESPACES}><office:master-styles><style:master-page>${header}</style:master-page><style:master-page>${header}</style:master-page></office:master-styles></office:document-styles>`,
      },
    }),
  ).toEqual(['Sales', ' | 2026\nQ1 | 5', 'x^2', 'Head']);
});

test('a document that is one XML file is read', async () => {
  const xml = contentOf('<text:p>Flat</text:p>').replaceAll(
    'office:document-content',
    'office:document office:mimetype="application/vnd.oasis.opendocument.text"',
  ).replace(/<\/office:document [^>]*>/, '</office:document>'); // prettier-ignore
  expect((await partition(Buffer.from(xml), 'a.fodt')).map(({ text }) => text)).toEqual(['Flat']);
});

test('an encrypted document asks for one without a password', async () => {
  const parts = { 'META-INF/manifest.xml': '<manifest:encryption-data/>' };
  await expect(partition(build('', { parts }), 'a.odt')).rejects.toThrow(
    /protected with a password/,
  );
});

test.each([
  ['elements in elements', `${'<text:span>'.repeat(200_000)}deep`],
  ['entities of entities', '&a;&b;'],
  [
    'cells that repeat',
    `<table:table>${row(cell('x', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"')}</table:table>`,
  ],
  ['lists in lists', '<text:list><text:list-item><text:p>x</text:p>'.repeat(50_000)],
])('%s are read within limits', { timeout: 20_000 }, async (_, body) => {
  const bytes = buildZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
    { name: 'content.xml', content: contentOf(`<text:p>first</text:p>${body}`) },
  ]);
  const [first] = await partition(bytes, 'a.odt');
  expect(first?.text).toContain('first');
});

const value = (type: string, attributes: string) =>
  `<table:table-cell office:value-type="${type}" ${attributes}/>`;

test('a cell without text shows its value', async () => {
  expect(
    await textOf(
      `<table:table table:name="S">${row(
        value('date', 'office:date-value="2026-03-14"') +
          value('date', 'office:date-value="2026-03-14T09:30:00"') +
          value('time', 'office:time-value="PT09H30M00S"') +
          value('percentage', 'office:value="0.175"') +
          value('boolean', 'office:boolean-value="true"') +
          value('currency', 'office:currency="EUR" office:value="1234.5"') +
          value('float', 'office:value="0.30000000000000004"'),
      )}</table:table>`,
      { kind: 'spreadsheet' },
    ),
  ).toEqual([
    'S',
    '2026-03-14 | 2026-03-14 09:30:00 | 09:30:00 | 17.5% | TRUE | 1,234.50 EUR | 0.3',
  ]);
});

test('notes and comments in cells follow the table once', async () => {
  const note =
    '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>n</text:p></text:note-body></text:note>';
  const comment =
    '<office:annotation><dc:creator>Jo</dc:creator><text:p>why</text:p></office:annotation>';
  expect(
    await textOf(`<table:table>${row(cell(`a${note}${comment}`) + cell('b'))}</table:table>`),
  ).toEqual(['a[1] | b', '[1] n', 'Comment by Jo: why']);
});

const paragraph = (text: string) => `<text:p text:style-name="P">${text}</text:p>`;

test('a list without a style is numbered as its paragraphs are, with or without its element', async () => {
  const styles =
    '<style:style style:name="P" style:family="paragraph" style:list-style-name="L"/><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>';
  expect(
    await textOf(
      `<text:list>${item(paragraph('a'))}${item(paragraph('b'))}</text:list><text:numbered-paragraph text:level="1">${paragraph('c')}</text:numbered-paragraph>`,
      { styles },
    ),
  ).toEqual(['1. a\n2. b\n3. c']);
});

test('styles take over what hides and what numbers from those they are based on', async () => {
  const styles =
    '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="T1" style:family="text" style:parent-style-name="H"/><style:style style:name="N" style:family="paragraph" style:list-style-name="L"/><style:style style:name="P1" style:family="paragraph" style:parent-style-name="N"/><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="A" style:num-suffix="."/></text:list-style>';
  expect(
    await textOf(
      `<text:p>seen<text:span text:style-name="T1">not</text:span></text:p><text:list>${item('<text:p text:style-name="P1">a</text:p>')}</text:list>`,
      { styles },
    ),
  ).toEqual(['seen', 'A. a']);
});

const page = (text: string) =>
  `<draw:page presentation:use-footer-name="f">${shape(text)}</draw:page>`;

test('the footer that slides repeat is there once', async () => {
  expect(
    await textOf(
      `<presentation:footer-decl presentation:name="f">Rev C</presentation:footer-decl>${page('one')}${page('two')}`,
      { kind: 'presentation' },
    ),
  ).toEqual(['one', 'Rev C', 'two']);
});
