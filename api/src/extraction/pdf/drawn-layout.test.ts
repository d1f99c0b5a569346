import { expect, test } from 'vitest';

import { buildPdf } from '@carrel/testing/scans/build-pdf.ts';
import { readPdf } from './read-pdf.ts';

const SIZE = { width: 600, height: 800 };

const JAPANESE =
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin /Encoding /UniJIS-UTF16-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 4 >> /DW 1000 >>] >>';

const at = (x: number, y: number, text: string, size = 10, settings = '') =>
  `BT /F ${size} Tf ${settings} 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;

const japanese = (x: number, y: number, text: string) =>
  `BT /G 12 Tf 1 0 0 1 ${x} ${y} Tm <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj ET\n`;

const down = (x: number, y: number, text: string) =>
  Array.from(text, (letter, row) => japanese(x, y - row * 14, letter)).join('');

const lines = (x: number, word: string, count: number) =>
  Array.from({ length: count }, (_, line) =>
    at(x, 700 - line * 12, `${word}${line} of a text that goes on and`),
  ).join('');

const item = (y: number, number: number) =>
  at(60, y, `${number}.`) + at(80, y, 'A step whose text goes') + at(80, y - 12, 'on below');

async function read(content: string): Promise<string> {
  const page = { content, fonts: { G: JAPANESE } };
  const { blocks } = await readPdf(await buildPdf([page], SIZE), false);
  return blocks.map(({ text }) => text).join('\n\n');
}

test('words that are struck twice one after the other are read once', async () => {
  const words: [x: number, text: string][] = [
    [60, 'Double'],
    [95, 'struck'],
    [126, 'words'],
  ];
  const content = words.map(([x, text]) => at(x, 700, text) + at(x + 0.4, 700, text)).join('');
  expect(await read(content)).toBe('Double struck words');
});

test('short words of a paragraph whose letters are spaced are closed', async () => {
  const content = at(60, 700, 'All of it is set on spaces', 11, '3 Tc');
  expect(await read(content)).toBe('All of it is set on spaces');
});

test('one line in the last column is read after the columns before it', async () => {
  const text = await read(lines(60, 'first', 9) + lines(330, 'second', 1));
  expect(text).toMatch(/first0[^]*first8[^]*second0/);
  const three = `${lines(30, 'first', 9)}${lines(220, 'second', 9)}${lines(410, 'third', 1)}`;
  expect(await read(three)).toMatch(/first0[^]*first8[^]*second0[^]*second8[^]*third0/);
});

test('a line under the text of an item goes on with it', async () => {
  expect(await read(item(700, 1) + item(660, 2))).toBe(
    '1. A step whose text goes on below\n2. A step whose text goes on below',
  );
});

test('hyphens of words with self and of names stay', async () => {
  const content =
    at(60, 700, 'A fast self-') + at(60, 688, 'service for my_file-') + at(60, 676, 'name here');
  expect(await read(content)).toBe('A fast self-service for my_file-name here');
});

test('a vertical title beside lines, and a title whose letters stand apart, are read whole', async () => {
  const title = down(540, 700, '縦書見出');
  const text = await read(title + japanese(60, 700, '横書きの本文') + japanese(60, 686, 'です'));
  expect(text).toContain('縦書見出');
  expect(text).toContain('横書きの本文です');
  const spaced = ['報', '告', '書'].map((letter, place) => japanese(60 + place * 28, 700, letter));
  expect(await read(spaced.join(''))).toBe('報告書');
});

test('a foot that counts the pages between other numbers is left out after the first, not a heading that counts', async () => {
  const pages = [1, 2, 3, 4].map((page) => ({
    content:
      at(60, 720, `Section ${page}`, 12) +
      at(60, 690, 'Text of it') +
      at(60, 40, 'Version 2026') +
      at(400, 40, `Seite ${page} von 4`),
  }));
  const { blocks } = await readPdf(await buildPdf(pages, SIZE), false);
  const text = blocks.map((block) => block.text).join('\n');
  expect(text).toContain('Version 2026 Seite 1 von 4');
  expect(text).not.toContain('Seite 3');
  expect(text).toContain('Section 4');
});
