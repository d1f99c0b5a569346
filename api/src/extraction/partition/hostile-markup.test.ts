import { describe, expect, test } from 'vitest';

import { buildExcel } from '@carrel/testing/office/build-package.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readFile } from './partition.ts';

const many = (text: string, times = 100_000) => text.repeat(times);
const numbered = (times: number, text: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => text(at)).join('');

const NAMESPACES = ['office', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

function openDocument(kind: 'text' | 'spreadsheet', body: string): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const content = `<office:document-content ${NAMESPACES}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
  return buildZip([
    { name: 'mimetype', content: type, method: 0 },
    { name: 'content.xml', content },
  ]);
}

const sheet = (rows: string) => openDocument('spreadsheet', `<table:table>${rows}</table:table>`);
const cell = (attributes: string, content = '<text:p>x</text:p>') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const row = (cells: string, attributes = '') =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;
const WHOLE_ROW = 'table:number-columns-repeated="16384"';
const WHOLE_SHEET = 'table:number-rows-repeated="1048576"';

const CASES: readonly [what: string, name: string, content: () => string | Buffer][] = [
  ['elements in elements', 'a.html', () => `${many('<div>')}x`],
  ['tables in tables', 'a.html', () => `${many('<table><tr><td>', 30_000)}x`],
  ['lists in lists', 'a.html', () => many('<ul><li>x')],
  ['formats that are not closed', 'a.html', () => many('<p><b><i><u><a>x', 20_000)],
  [
    'cells that span the whole table',
    'a.html',
    () => `<table>${many('<tr><td rowspan=65534 colspan=1000>x', 20_000)}</table>`,
  ],
  ['tags that never end', 'a.html', () => `<html>${many('<', 1_000_000)}`],
  ['fractions in fractions', 'a.html', () => `<math>${many('<mfrac><mn>1</mn>', 30_000)}`],
  [
    'frames that show each other',
    'a.mhtml',
    () =>
      `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n${numbered(2000, (at) => `--b\r\nContent-Type: text/html\r\nContent-ID: <c${at}>\r\n\r\n<p>x</p><iframe src="cid:c${(at + 1) % 2000}"></iframe>\r\n`)}--b--`,
  ],
  ['quotes in quotes', 'a.md', () => `${many('>')} x`],
  ['items in items', 'a.md', () => numbered(2000, (at) => `${' '.repeat(2 * at)}- x\n`)],
  ['links that are not closed', 'a.md', () => many('[a](')],
  ['emphasis that is not closed', 'a.md', () => many('*a **a ')],
  ['code that is not closed', 'a.md', () => numbered(1500, (at) => `${'`'.repeat(at)}a `)],
  [
    'footnotes in a circle',
    'a.md',
    () =>
      `${numbered(5000, (at) => `[^${at}] `)}\n\n${numbered(5000, (at) => `[^${at}]: [^${(at + 1) % 5000}]\n`)}`,
  ],
  ['groups in groups', 'a.rtf', () => `{\\rtf1 ${many('{', 500_000)}x`],
  ['more binary data than there is', 'a.rtf', () => `{\\rtf1 x\\bin999999999 ${many('y', 1000)}}`],
  ['much to skip after letters', 'a.rtf', () => `{\\rtf1\\uc99999999 ${many('\\u65 ')}x}`],
  [
    'deep tables',
    'a.rtf',
    () => `{\\rtf1 ${many('\\intbl\\itap999999 a\\nestcell\\nestrow ', 30_000)}}`,
  ],
  ['fields in fields', 'a.rtf', () => `{\\rtf1 ${many('{\\field{\\fldrslt ', 50_000)}x`],
  [
    'rows that repeat a million times',
    'a.ods',
    () => sheet(many(row(cell(WHOLE_ROW), WHOLE_SHEET), 1000)),
  ],
  [
    'empty rows that repeat a million times',
    'a.ods',
    () => sheet(row(cell('')) + many(row(cell(WHOLE_ROW, ''), WHOLE_SHEET), 50_000)),
  ],
  [
    'cells that span the whole sheet',
    'a.ods',
    () =>
      sheet(
        many(
          row(cell('table:number-rows-spanned="1048576" table:number-columns-repeated="100"')),
          5000,
        ),
      ),
  ],
  [
    'more spaces than a text has',
    'a.odt',
    () => openDocument('text', `<text:p>x${many('<text:s text:c="999999999"/>', 1000)}</text:p>`),
  ],
  [
    'sections in sections',
    'a.odt',
    () => openDocument('text', `${many('<text:section>')}<text:p>x</text:p>`),
  ],
  ['quotes alone', 'a.csv', () => many('"', 1_000_000)],
  ['quotes that are not closed', 'a.csv', () => many('"a,b\n', 200_000)],
  ['all delimiters', 'a.csv', () => many(',;\t|', 500_000)],
  [
    'mails in mails',
    'a.eml',
    () =>
      numbered(2000, (at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`),
  ],
  ['links that are not closed', 'a.org', () => many('[[', 200_000)],
  ['arrays in arrays', 'a.json', () => many('[')],
];

describe('X2: a hostile file', () => {
  test.each(CASES)(
    'with %s is read or refused within seconds: %s',
    async (_, name, content) => {
      const started = process.cpuUsage();
      const length = await readFile(Buffer.from(content()), name).then(
        ({ blocks }) => blocks.reduce((sum, { text }) => sum + text.length, 0),
        (error: unknown) => {
          if (!(error instanceof UnreadableDocument)) throw error;
          return 0;
        },
      );
      const { user, system } = process.cpuUsage(started);
      expect(length).toBeLessThan(4_000_000);
      expect((user + system) / 1e6).toBeLessThan(15);
    },
    120_000,
  );

  test('a text with a part that unpacks to 450 MB is not opened', async () => {
    const bomb = buildZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
      { name: 'content.xml', content: Buffer.alloc(450 * 1024 * 1024, 0x20) },
    ]);
    await expect(readFile(bomb, 'a.odt')).rejects.toThrow(/unpacks to far more/);
  }, 120_000);

  test('a format of numbers that is longer than Excel takes is none', async () => {
    const rows = many('<x:row><x:c s="1"><x:v>1.5</x:v></x:c></x:row>', 2000);
    const styles = `<x:numFmts><x:numFmt numFmtId="200" formatCode="${many('0&quot;a&quot;', 20_000)}"/></x:numFmts><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="200"/></x:cellXfs>`;
    const file = buildExcel(`<x:sheetData>${rows}</x:sheetData>`, { styles });
    const { blocks } = await readFile(file, 'a.xlsx');
    expect(blocks.at(-1)?.text.split('\n')[0]).toBe('1.5');
  }, 60_000);
});
