import { describe, expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import type { Block } from '../blocks/block.ts';
import { partition } from '../partition/partition.ts';
import { chunkDocument } from './chunk-document.ts';
import { joinBlocks } from './chunk-text.ts';
import { locateChunks } from './locate-chunks.ts';

const SETTINGS = { size: 400, overlap: 100 };

function split(blocks: readonly Block[], settings = SETTINGS) {
  const document = { name: 'a', path: 'a' };
  return chunkDocument({ blocks, settings, metadata: {}, document });
}

const HEAD = ['Part', 'Name of the part', 'Price'];
const ROWS = Array.from({ length: 60 }, (_, at) => [`P-${at + 1}`, `Bolt ${at + 1}`, `${at}.50`]);
const table = (rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  text: rows.map((row) => row.join(' | ')).join('\n'),
});
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

const tag = (name: string, content: string) => `<${name}>${content}</${name}>`;
const grid = [HEAD, ...ROWS];
const html = tag(
  'table',
  grid.map((row) => tag('tr', row.map((cell) => tag('td', cell)).join(''))).join(''),
);
const word = buildZip([
  {
    name: '[Content_Types].xml',
    content:
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  },
  {
    name: '_rels/.rels',
    content:
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  },
  {
    name: 'word/document.xml',
    content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${tag(
      'w:tbl',
      grid
        .map((row) =>
          tag(
            'w:tr',
            row.map((cell) => tag('w:tc', tag('w:p', tag('w:r', tag('w:t', cell))))).join(''),
          ),
        )
        .join(''),
    )}</w:body></w:document>`,
  },
]);

describe('a long table', () => {
  test.each<[name: string, content: string | Uint8Array]>([
    ['a.csv', grid.map((row) => row.join(',')).join('\n')],
    ['a.md', [HEAD, ['---', '---', '---'], ...ROWS].map((row) => `|${row.join('|')}|`).join('\n')],
    ['a.html', html],
    ['a.docx', Uint8Array.from(word)],
  ])(
    'of %s is cut between rows, under its heading row, and says which rows it holds',
    async (name, content) => {
      const chunks = split(await partition(new Uint8Array(Buffer.from(content)), name));
      const lines = chunks.flatMap(({ text }) => text.split('\n').slice(1));
      expect(lines).toEqual(ROWS.map((row) => row.join(' | ')));
      expect(chunks.length).toBeGreaterThan(3);
      let next = 1;
      for (const { text, headings } of chunks) {
        const rows = text.split('\n');
        expect(rows[0]).toBe(HEAD.join(' | '));
        expect(text.length).toBeLessThanOrEqual(SETTINGS.size);
        expect(headings).toEqual([`Rows ${next}–${next + rows.length - 2} of 60`]);
        next += rows.length - 1;
      }
    },
  );

  test('repeats its heading row before the place of a chunk, not in it', () => {
    const blocks = [
      paragraph('Before it.'),
      table(grid),
      paragraph(ROWS.map(([part]) => `After ${part}.`).join(' ')),
    ];
    const { text } = joinBlocks(blocks);
    const chunks = split(blocks);
    for (const chunk of chunks) {
      const own = text.slice(chunk.start, chunk.end);
      expect([own, `${HEAD.join(' | ')}\n${own}`]).toContain(chunk.text);
    }
    const found = locateChunks({
      blocks,
      texts: chunks.map((chunk) => chunk.text),
      settings: { size: 350, overlap: 0 },
    });
    expect(found.map(({ number, start, end }) => ({ number, start, end }))).toEqual(
      chunks.map(({ start, end }, number) => ({ number, start, end })),
    );
    expect(chunks.filter((chunk) => chunk.text.includes('P-30 |'))).toHaveLength(1);
  });

  test('goes on after a page under the headings of the page before', () => {
    const pages = [grid.slice(0, 21), grid.slice(21, 41), [HEAD, ...grid.slice(41)]];
    const blocks = pages.map((rows, at) => Object.assign(table(rows), { page: at + 1 }));
    const chunks = split(blocks);
    let next = 1;
    for (const { text, headings } of chunks) {
      const rows = text.split('\n').filter((line) => line.startsWith('P-'));
      expect(text).toMatch(/^Part \| Name of the part \| Price\nP-/);
      expect(headings).toEqual([`Rows ${next}–${next + rows.length - 1} of 60`]);
      next += rows.length;
    }
    expect(next).toBe(61);
  });

  test('may go on over ten thousand pages', () => {
    const blocks = Array.from({ length: 10_000 }, (_, at): Block => ({
      ...table([['Part', 'Price'], ...ROWS.slice(0, 3)]),
      page: at + 1,
    }));
    expect(split(blocks).at(-1)?.headings[0]).toMatch(/^Rows [\d,]+–[\d,]+ of [\d,]+$/);
  });

  test('has its heading row below a title', () => {
    const chunks = split([table([['Prices of 2026'], ['in euros'], ...grid])]);
    expect(chunks[1]?.text).toMatch(/^Part \| Name of the part \| Price\nP-/);
    expect(chunks.at(-1)?.headings[0]).toMatch(/–60 of 60$/);
  });

  test('of numbers alone has no heading row', () => {
    const chunks = split([table(ROWS.map((_, at) => [`${at}`, `${at}.5`, `${2 * at} %`]))]);
    expect(chunks[1]?.text).not.toMatch(/^0 \|/);
    expect(chunks[1]?.headings[0]).toMatch(/ of 60$/);
  });

  test('with years as headings repeats them', () => {
    const chunks = split([table([['Region', '2024', '2025'], ...ROWS])]);
    expect(chunks[1]?.text).toMatch(/^Region \| 2024 \| 2025\n/);
  });

  test('keeps its first column where that is empty', () => {
    const chunks = split([
      table([['', 'One', 'Two'], ...ROWS.map((row) => ['', ...row.slice(1)])]),
    ]);
    for (const { text } of chunks) {
      for (const line of text.split('\n')) expect(line).toMatch(/^ \| /);
    }
  });

  test('cuts the cells of a heading row that is longer than half of a chunk', () => {
    const long = Array.from({ length: 5 }, (_, at) => `Column ${at} ${'of many words '.repeat(7)}`);
    const chunks = split([table([long, ...ROWS])]);
    const [head = ''] = chunks.at(-1)?.text.split('\n') ?? [];
    expect(head.split(' | ')).toHaveLength(5);
    expect(head.length).toBeLessThanOrEqual(SETTINGS.size / 2);
    expect(head).toMatch(/^Column 0 of.*… \| Column 1 of/);
  });

  test('leaves out a heading row of more columns than have room', () => {
    const names = Array.from({ length: 100 }, (_, at) => `Column ${at}`);
    const chunks = split([table([names, ...ROWS])]);
    expect(chunks.at(-1)?.text).not.toContain('Col');
  });

  test('repeats the headings of the columns that a part of a long row holds', () => {
    const row = ['A', 'word '.repeat(70).trim(), 'B', 'other '.repeat(50).trim()];
    const chunks = split([table([['First', 'Second', 'Third', 'Fourth'], row, ...ROWS])]);
    expect(chunks[1]?.text).toMatch(/^Fourth\nother/);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(SETTINGS.size);
  });

  test('of a million rows is cut in time that grows with its length', () => {
    const started = process.cpuUsage();
    const rows = Array.from({ length: 1_000_000 }, (_, at) => ['row', `${at}`]);
    const chunks = split([table([['Kind', 'Number'], ...rows])], { size: 1200, overlap: 150 });
    expect(chunks.at(-1)?.headings[0]).toMatch(/–1,000,000 of 1,000,000$/);
    const wide = 'x | '.repeat(2_000_000);
    expect(
      split([table([['a', 'b'], [wide]])], { size: 1200, overlap: 150 }).length,
    ).toBeGreaterThan(5000);
    // By the processor's clock: others may have it meanwhile.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
  }, 60_000);
});
