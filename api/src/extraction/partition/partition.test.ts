import { describe, expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { readLibraryFile } from '@carrel/testing/zips/team-library.ts';
import type { Block } from '../blocks/block.ts';
import { partition } from './partition.ts';

const partitionFile = async (path: string) =>
  partition(await readLibraryFile(path), path.split('/').at(-1) ?? '');

const partitionText = (name: string, text: string) => partition(Buffer.from(text), name);

const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

describe('a file of the team library', () => {
  test.each<[string, Block[]]>([
    [
      'Finance/2023/stanley-cups.csv',
      [
        {
          kind: 'table',
          text: 'Stanley Cups\nTeam | Location | Stanley Cups\nBlues | STL | 1\nFlyers | PHI | 2\nMaple Leafs | TOR | 13',
        },
      ],
    ],
    [
      'People/Archive/fake-doc.rtf',
      [
        heading(1, 'My First Heading'),
        paragraph('My first paragraph.'),
        paragraph('Table Example:'),
        {
          kind: 'table',
          text: 'Column 1 | Column 2\nRow 1, Cell 1 | Row 1, Cell 2\nRow 2, Cell 1 | Row 2, Cell 2',
        },
      ],
    ],
    [
      'Mail/fake-email.eml',
      [
        heading(1, 'Test Email'),
        paragraph(
          'From: Matthew Robinson <mrobinson@unstructured.io>\nTo: NotMatthew <NotMatthew@notunstructured.com>\nDate: 2022-12-16T22:04:16.000Z',
        ),
        paragraph('This is a test email to use for unit tests.'),
        paragraph('Important points:'),
        paragraph('   - Roses are red\n   - Violets are blue'),
      ],
    ],
  ])('%s is read completely', async (path, blocks) => {
    expect(await partitionFile(path)).toEqual(blocks);
  });

  test.each<[string, Block]>([
    ['People/simple.docx', heading(1, 'These are a few of my favorite things:')],
    [
      'People/docx-tables.docx',
      { kind: 'table', text: 'Header Col 1 | Header Col 2\nLorem ipsum | A link example' },
    ],
    ['People/Archive/simple.odt', heading(1, 'These are a few of my favorite things:')],
    ['Finance/2023/stanley-cups.xlsx', heading(2, 'Stanley Cups Since 67')],
    ['Sales/Decks/simple.pptx', { ...heading(1, 'Title Slide'), page: 1 }],
    ['Wiki/README.md', heading(2, 'Example Docs')],
    ['Research/Books/winter-sports.epub', heading(2, 'CHAPTER I THE SUN-SEEKER')],
    [
      'Research/Papers/layout-parser-paper-fast.pdf',
      {
        kind: 'heading',
        level: 2,
        page: 1,
        text: 'LayoutParser: A Unified Toolkit for Deep Learning Based Document Image Analysis',
      },
    ],
    [
      'Finance/Filings/example-10k-1p.html',
      {
        kind: 'table',
        text: 'Title of each class | Trading symbol | Name of exchange on which registered\nCommon stock | GLXZ | OTCQB marketplace',
      },
    ],
  ])('%s is read with its headings and tables', async (path, block) => {
    expect(await partitionFile(path)).toContainEqual(block);
  });

  test.each([
    'Finance/Filings/example-10k-1p.html',
    'People/simple.docx',
    'Research/Books/winter-sports.epub',
  ])('%s is read without markup', async (path) => {
    const text = (await partitionFile(path)).map((block) => block.text).join('\n');
    expect(text).not.toMatch(/<\/?[a-z]+[ >]|[{;]\s*font-|&nbsp;|xmlns/i);
  });
});

describe('a format made on the spot', () => {
  const html =
    '<h1>Title</h1><script>alert(1)</script><style>p{color:red}</style><p>Some <b>bold</b> text.</p><ul><li>One</li><li>Two</li></ul>';

  test('HTML is read without scripts and styles', async () => {
    expect(await partitionText('a.html', html)).toEqual([
      heading(1, 'Title'),
      paragraph('Some bold text.'),
      { kind: 'list', text: '- One\n- Two' },
    ]);
  });

  test.each([
    ['a.json', '{"key": "value"}'],
    ['a.xml', '<?xml version="1.0"?><root>text</root>'],
    ['a.yaml', 'key: value'],
    ['a.ini', '[pumps]\nlimit = 5'],
    ['Makefile', 'all:\n\techo'],
    ['no-extension', 'Just text'],
  ])('%s is read as it is', async (name, text) => {
    expect(await partitionText(name, text)).toEqual([paragraph(text)]);
  });

  test('a table with semicolons, quotes or tabs is read as rows', async () => {
    expect(await partitionText('a.csv', 'a;b\n"x; ""y""";2\n# no comment;3')).toEqual([
      { kind: 'table', text: 'a | b\nx; "y" | 2\n# no comment | 3' },
    ]);
    expect(await partitionText('a.tsv', 'a\tb\n1\t2')).toEqual([
      { kind: 'table', text: 'a | b\n1 | 2' },
    ]);
  });

  test('a web page with the extension .doc is read as a web page', async () => {
    expect(await partitionText('old.doc', `<html><body>${html}</body></html>`)).toContainEqual(
      heading(1, 'Title'),
    );
  });

  test('unpaired surrogates and NUL in UTF-16 are removed', async () => {
    const words = 'word '.repeat(100);
    const text = `\ufeff${words}\u0000\ud800c`;
    const [block] = await partition(Buffer.from(text, 'utf16le'), 'a.txt');
    expect(block?.text).toBe(`${words}\ufffdc`);
  });
});

const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(64, 7)]);

describe('a file without text says why', () => {
  const compound = (stream: string) =>
    Buffer.concat([bytes('d0cf11e0a1b11ae1'), Buffer.from(stream, 'utf16le')]);

  test.each<[string, Buffer, RegExp]>([
    ['a.txt', Buffer.alloc(0), /^The file is empty\. Fill it and upload it again\.$/],
    ['a.txt', Buffer.from(' \n\t'), /^No text was found/],
    ['a.png', bytes('89504e470d0a1a0a'), /an image/],
    ['a.jpg', bytes('ffd8ffe0'), /an image/],
    ['a.mp3', bytes('494433'), /a sound file/],
    ['a.mp4', bytes('00000018667479706d703432'), /a video/],
    ['a.gz', bytes('1f8b08'), /an archive inside the archive/],
    ['a.zip', buildZip([]), /No text was found/],
    ['a.exe', bytes('4d5a9000'), /a program file/],
    ['a.sqlite', Buffer.from('SQLite format 3\u0000'), /a database file/],
    ['a.bin', Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 89) % 256)), /binary data/],
    ['a.doc', compound('WordDocument'), /\.doc file is damaged/],
    ['a.xls', compound('Workbook'), /\.xls file is damaged/],
    ['a.ppt', compound('PowerPoint Document'), /\.ppt file is damaged/],
    ['a.ppt', compound('PP40'), /old PowerPoint 95 file \(\.ppt\).*Save it as \.pptx/],
    ['a.doc', bytes('dba52d00'), /old Word 2 file \(\.doc\).*Save it as \.docx/],
    ['a.xls', bytes('0904060000001000'), /old Excel 4 file \(\.xls\).*Save it as \.xlsx/],
    ['a.docx', compound('EncryptedPackage'), /protected with a password/],
    ['a.docx', buildZip([{ name: 'other', content: 'b' }]), /\.docx file is damaged/],
    [
      'a.docx',
      buildZip([
        { name: 'word/document.xml', content: '<broken' },
        { name: '[Content_Types].xml' },
      ]),
      /\.docx file is damaged|No text was found/,
    ],
    ['a.docx', bytes('0001020304'), /\.docx file is damaged/],
    ['a.pdf', Buffer.from('%PDF-1.7 and nothing else'), /PDF is damaged/],
  ])('%s (%#)', async (name, content, reason) => {
    await expect(partition(content, name)).rejects.toMatchObject({
      name: 'UnreadableDocument',
      message: expect.stringMatching(reason) as unknown,
    });
  });

  test('a document that unpacks to gigabytes is not opened', async () => {
    const bomb = buildZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: Buffer.alloc(450 * 1024 * 1024, 0x20) },
    ]);
    await expect(partition(bomb, 'a.docx')).rejects.toThrow(/unpacks to far more/);
  });
});

describe('a long run of spaces', () => {
  const text = `One${' '.repeat(300_000)}two.`;

  test.each([
    ['a.md', text],
    ['a.txt', text],
    ['a.tex', text],
    ['a.org', `* ${text}`],
  ])('within a line of %s takes no longer than other text', async (name, source) => {
    const blocks = await partitionText(name, source);
    expect(blocks.map((block) => block.text).join('')).toMatch(/^One.*two\.$/);
  });
});
