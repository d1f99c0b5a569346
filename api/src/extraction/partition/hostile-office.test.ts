import { describe, expect, test } from 'vitest';

import {
  buildExcel,
  buildPackage,
  buildPowerPoint,
  buildWord,
  rootXml,
} from '@carrel/testing/office/build-package.ts';
import { readFile } from './partition.ts';

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const read = async (bytes: Buffer, name: string) =>
  (await readFile(bytes, name)).blocks.map(({ text }) => text).join('\n');

const nested = (open: string, close: string, times: number, content: string) =>
  open.repeat(times) + content + close.repeat(times);

const row = (number: number) =>
  `<x:row r="${number}"><x:c r="A${number}"><x:v>1</x:v></x:c><x:c r="XFD${number}"><x:v>2</x:v></x:c></x:row>`;

const ENTITIES = `<!DOCTYPE lolz [<!ENTITY a "${'lol'.repeat(100)}">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${'&a;'.repeat(100)}">`).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;

describe('X1: a hostile office file', () => {
  test('entities of its own are not expanded', async () => {
    const document =
      ENTITIES + rootXml('w:document', `<w:body>${paragraph('&a19;&file; kept')}</w:body>`);
    const text = await read(buildPackage('docx', { 'word/document.xml': document }), 'a.docx');
    expect(text).toContain('kept');
    expect(text.length).toBeLessThan(50);
  });

  test.each([
    ['tables', '<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 33_333],
    ['controls', '<w:sdt>', '</w:sdt>', 100_000],
    ['namespaces', '<w:sdt xmlns:q="http://example.org/">', '</w:sdt>', 100_000],
    [
      'text boxes',
      '<w:p><w:r><w:pict><v:textbox><w:txbxContent>',
      '</w:txbxContent></v:textbox></w:pict></w:r></w:p>',
      20_000,
    ],
    ['equations', '<m:oMath><m:f><m:num>', '</m:num></m:f></m:oMath>', 33_333],
  ])(
    '100,000 nested %s are read in seconds',
    async (_, open, close, times) => {
      const body = paragraph('before') + nested(open, close, times, paragraph('deep'));
      expect(await read(buildWord(body), 'a.docx')).toContain('before');
    },
    10_000,
  );

  test.each([
    ['a tag that is not closed', `<w:p><w:r><w:t>cut`],
    ['tags that do not match', `${'<w:sdt>'.repeat(50_000)}${'</w:p>'.repeat(50_000)}`],
  ])('%s is damage', async (_, body) => {
    await expect(
      read(
        buildPackage('docx', {
          'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}`,
        }),
        'a.docx',
      ),
    ).rejects.toThrow(/damaged/);
  });

  test('relationships to other servers and in circles lead nowhere', async () => {
    const file = buildPackage('docx', {
      'word/document.xml': {
        content: rootXml(
          'w:document',
          `<w:body>${paragraph('kept')}<w:altChunk r:id="self"/><w:altChunk r:id="self"/><w:altChunk r:id="out"/><w:altChunk r:id="none"/><w:sectPr><w:headerReference w:type="default" r:id="self"/><w:footerReference w:type="default" r:id="out"/></w:sectPr></w:body>`,
        ),
        links: {
          self: { type: 'aFChunk', target: 'document.xml' },
          out: { type: 'aFChunk', target: 'http://example.org/a.html', isExternal: true },
          none: { type: 'aFChunk', target: 'missing.html' },
        },
      },
    });
    expect(await read(file, 'a.docx')).toContain('kept');
  });

  test('parts that are missing, or of another kind, are left out', async () => {
    const types = ['styles', 'numbering', 'settings', 'footnotes', 'comments'];
    const others = Object.fromEntries(
      types.map((type) => [`${type}.xml`, { type, content: rootXml('x:worksheet', '<w:p/>') }]),
    );
    expect(await read(buildWord(paragraph('kept'), others), 'a.docx')).toBe('kept');
    const slides = buildPowerPoint([rootXml('p:sld', ''), '<not', rootXml('w:document', '')]);
    await expect(read(slides, 'a.pptx')).rejects.toThrow(/No text was found/);
    await expect(read(buildExcel('<x:sheetData/>'), 'a.xlsx')).rejects.toThrow(/No text was found/);
  });

  test('a slide that is listed a hundred thousand times is read once', async () => {
    const ids = '<p:sldId r:id="s"/>'.repeat(100_000);
    const file = buildPackage('pptx', {
      'ppt/presentation.xml': {
        content: rootXml('p:presentation', `<p:sldIdLst>${ids}</p:sldIdLst>`),
        links: { s: { type: 'slide', target: 'slide.xml' } },
      },
      'ppt/slide.xml': rootXml(
        'p:sld',
        '<p:cSld><p:spTree><p:nvGrpSpPr/><p:sp><p:nvSpPr/><p:txBody><a:p><a:r><a:t>once</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>',
      ),
    });
    expect(await read(file, 'a.pptx')).toBe('once');
  });

  test('cells far apart and merged cells of the whole sheet are a small table', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => row(at + 1)).join('');
    const merges = '<x:mergeCell ref="A1:XFD1048576"/>'.repeat(20_000);
    const text = await read(
      buildExcel(`<x:sheetData>${rows}</x:sheetData><x:mergeCells>${merges}</x:mergeCells>`),
      'a.xlsx',
    );
    expect(text.length).toBeLessThan(30_000);
  }, 60_000);

  test('a text that is in every cell counts each time', async () => {
    const cells = '<x:c t="inlineStr"><x:is><x:t>' + 'long '.repeat(1000) + '</x:t></x:is></x:c>';
    const rows = `<x:row>${cells.repeat(100)}</x:row>`.repeat(50);
    await expect(read(buildExcel(`<x:sheetData>${rows}</x:sheetData>`), 'a.xlsx')).rejects.toThrow(
      /more text than can be read/,
    );
  });

  test('columns that a cell claims to cover are limited', async () => {
    const cell = `<w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>${paragraph('a')}</w:tc>`;
    const text = await read(buildWord(`<w:tbl><w:tr>${cell}${cell}</w:tr></w:tbl>`), 'a.docx');
    expect(text).toBe('a | a');
  });
});
