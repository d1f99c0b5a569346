import { describe, expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { readLibraryFile } from '@carrel/testing/zips/team-library.ts';
import type { Block } from '../blocks/block.ts';
import { partition } from '../partition/partition.ts';
import { chunkDocument } from './chunk-document.ts';

const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page === undefined ? {} : { page }),
});

function split(blocks: readonly Block[], size = 1200, overlap = 150) {
  const document = { name: 'a', path: 'a' };
  return chunkDocument({ blocks, settings: { size, overlap }, metadata: {}, document });
}

const trails = (blocks: readonly Block[], size: number) =>
  split(blocks, size, 0).map(({ headings }) => headings);

const joined = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n\n');

describe('the headings of a chunk', () => {
  const text = paragraph('x'.repeat(80));

  test('are those above it, outermost first, and the one that it begins with', () => {
    const blocks = [
      text,
      heading(1, 'Book'),
      text,
      heading(2, 'Chapter'),
      text,
      heading(3, 'Section'),
      text,
      heading(2, 'Next chapter'),
      text,
      heading(1, 'Next book'),
      text,
    ];
    expect(trails(blocks, 100)).toEqual([
      [],
      ['Book'],
      ['Book', 'Chapter'],
      ['Book', 'Chapter', 'Section'],
      ['Book', 'Next chapter'],
      ['Next book'],
    ]);
  });

  test('go on in chunks that begin within the text below them', () => {
    const blocks = [heading(1, 'Book'), heading(2, 'Chapter'), paragraph('word '.repeat(100))];
    expect(new Set(trails(blocks, 100).map((trail) => trail.join(' / ')))).toEqual(
      new Set(['Book / Chapter']),
    );
  });

  test('are not those that it contains further down', () => {
    const blocks = [heading(1, 'One'), text, heading(1, 'Two'), text];
    expect(trails(blocks, 1000)).toEqual([['One']]);
  });

  test('that follow each other directly on one level are not under each other', () => {
    const blocks = [heading(2, 'Title'), heading(2, 'Authors'), text];
    expect(trails(blocks, 1000)).toEqual([['Title']]);
  });

  test('may skip levels, and are six at most', () => {
    const blocks = [2, 4, 5, 6, 7, 8, 9].flatMap((level) => [heading(level, `H${level}`), text]);
    expect(trails(blocks, 100).at(-1)).toEqual(['H2', 'H4', 'H5', 'H6', 'H7', 'H8']);
  });

  test('are one line each, of at most 200 characters, and not cut through a character', () => {
    const [trail] = trails([heading(1, 'a\n b'), text], 100);
    expect(trail).toEqual(['a b']);
    const [long] = trails([heading(1, `${'x'.repeat(199)}😀😀`), text], 1000);
    expect(long).toEqual(['x'.repeat(199)]);
  });

  test('end with their slide where the next slide has no title', async () => {
    const blocks = await partition(
      openDocument(
        'presentation',
        slide('<text:h text:outline-level="1">First</text:h>', `<text:p>${text.text}</text:p>`) +
          slide(`<text:p>${text.text}</text:p>`),
      ),
      'a.odp',
    );
    expect(split(blocks, 100, 0)).toMatchObject([
      { pageFirst: 1, pageLast: 1, headings: ['First'] },
      { pageFirst: 2, pageLast: 2, headings: [] },
    ]);
  });

  test('hold the name of the sheet', async () => {
    const blocks = await partition(
      openDocument('spreadsheet', sheet('Budget') + sheet('Plan')),
      'a.ods',
    );
    expect(new Set(trails(blocks, 150).map(([name]) => name))).toEqual(new Set(['Budget', 'Plan']));
    const workbook = await readLibraryFile('Finance/2023/stanley-cups.xlsx');
    const names = trails(await partition(workbook, 'cups.xlsx'), 100).map(([name]) => name);
    expect(new Set(names)).toEqual(new Set(['Stanley Cups', 'Stanley Cups Since 67']));
  });
});

const slide = (...paragraphs: string[]) =>
  `<draw:page draw:name="p">${paragraphs
    .map((each) => `<draw:frame><draw:text-box>${each}</draw:text-box></draw:frame>`)
    .join('')}</draw:page>`;

const row = (cell: string) =>
  `<table:table-row><table:table-cell><text:p>${cell}</text:p></table:table-cell></table:table-row>`;
const sheet = (name: string) =>
  `<table:table table:name="${name}">${row('word '.repeat(20)).repeat(4)}</table:table>`;

/** An OpenDocument file of one part. */
function openDocument(kind: 'presentation' | 'spreadsheet', body: string): Buffer {
  const spaces = ['office', 'text', 'table', 'draw']
    .map((name) => {
      const uri = name === 'draw' ? 'drawing' : name;
      return `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`;
    })
    .join(' ');
  return buildZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, method: 0 },
    {
      name: 'content.xml',
      content: `<office:document-content ${spaces}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ]);
}

describe('the pages of a chunk', () => {
  test('are all that it touches', () => {
    const blocks = [1, 2, 3].map((page) => paragraph('x'.repeat(40), page));
    expect(split(blocks, 100, 0)).toMatchObject([
      { pageFirst: 1, pageLast: 2 },
      { pageFirst: 3, pageLast: 3 },
    ]);
    expect(split(blocks)).toMatchObject([{ pageFirst: 1, pageLast: 3 }]);
  });

  test('include the page of repeated text', () => {
    const blocks = [
      paragraph('The first page ends with a sentence. It is repeated.', 1),
      paragraph('The second page has this.', 2),
    ];
    const [, second] = split(blocks, 60, 20);
    expect(second).toMatchObject({
      text: 'It is repeated.\n\nThe second page has this.',
      pageFirst: 1,
      pageLast: 2,
    });
  });

  test('are absent where the format has none', () => {
    expect(split([paragraph('Text.')])).toEqual([
      { text: 'Text.', start: 0, end: 5, headings: [] },
    ]);
  });
});

describe('a file of the team library', () => {
  test.each<[path: string, pages: number | undefined, trail: string[]]>([
    ['Research/Papers/layout-parser-paper-fast.pdf', 2, ['1 Introduction']],
    [
      'Research/Papers/multi-column-2p.pdf',
      2,
      ['Dense Passage Retrieval for Open-Domain Question Answering'],
    ],
    ['Sales/Decks/sample-presentation.pptx', 4, ['This is kinda backwards, huh?']],
    ['People/simple.docx', undefined, ['These are a few of my favorite things:']],
    ['Wiki/README.md', undefined, ['Example Docs', 'XBRL 10-K']],
    ['People/Archive/fake-doc.rtf', undefined, ['My First Heading']],
    ['Mail/fake-email.eml', undefined, ['Test Email']],
  ])('%s has the places of its chunks', async (path, pages, trail) => {
    const blocks = await partition(await readLibraryFile(path), path.split('/').at(-1) ?? '');
    const text = joined(blocks);
    const chunks = split(blocks, 300, 50);
    for (const chunk of chunks) expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
    expect(chunks.at(-1)?.pageLast).toBe(pages);
    expect(chunks.at(-1)?.headings).toEqual(trail);
  });
});

const read = (text: string, confidence: number): Block => ({ ...paragraph(text), confidence });

describe('the confidence of a chunk', () => {
  test('is the mean of its text by OCR, by length', () => {
    const [chunk] = split([paragraph('own'), read('abcd', 90), read('ab', 60)]);
    expect(chunk?.confidence).toBe(80);
  });

  test('counts the part of a block that is in the chunk', () => {
    const chunks = split([read('a'.repeat(90), 100), read('b'.repeat(90), 50)], 100, 0);
    expect(chunks.map(({ confidence }) => confidence)).toEqual([100, 50]);
  });

  test('is absent where no text is by OCR', () => {
    const chunks = split([paragraph('a'.repeat(90)), read('b'.repeat(90), 50)], 100, 0);
    expect(chunks.map(({ confidence }) => confidence)).toEqual([undefined, 50]);
  });
});
