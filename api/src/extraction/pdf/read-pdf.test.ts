import { describe, expect, test } from 'vitest';

import { buildPdf } from '@carrel/testing/scans/build-pdf.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { readPdf } from './read-pdf.ts';

const SIZE = { width: 600, height: 800 };

/** A text at a place, from the bottom left, with the matrix of its direction. */
const at = (x: number, y: number, text: string, size = 10, matrix = '1 0 0 1') =>
  `BT /F ${size} Tf ${matrix} ${x} ${y} Tm (${text}) Tj ET\n`;

const lines = (x: number, y: number, texts: readonly string[], pitch = 12) =>
  texts.map((text, line) => at(x, y - line * pitch, text)).join('');

const UP = '0 1 -1 0';
const DOWN = '0 -1 1 0';

/** A font of a character collection, whose glyphs are those of Unicode in UTF-16. */
const cidFont = (name: string, ordering: string, cmap: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${cmap} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 4 >> /DW 1000 >>] >>`;

const hex = (text: string) =>
  `<${Array.from(text)
    .map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('')}>`;

async function read(
  ...contents: (string | { content: string; fonts?: Record<string, string>; entries?: string })[]
) {
  const pages = contents.map((page) => (typeof page === 'string' ? { content: page } : page));
  return readPdf(await buildPdf(pages, SIZE), false);
}

const textOf = ({ blocks }: Awaited<ReturnType<typeof readPdf>>) =>
  blocks.map((block) => block.text).join('\n\n');

const column = (x: number, text: string) =>
  Array.from(text)
    .map((letter, row) => `1 0 0 1 ${x} ${700 - row * 13} Tm ${hex(letter)} Tj`)
    .join(' ');
const prose = (word: string, count: number) =>
  Array.from({ length: count }, (_, line) => `${word} line ${line} of text that goes`);
const row = (y: number, ...cells: [number, string][]) =>
  cells.map(([x, text]) => at(x, y, text)).join('');
const page = (number: number) =>
  at(60, 770, 'ACME Handbook') +
  at(60, 700, `Section ${number} begins here.`) +
  at(300, 30, `Page ${number} of 4`);
const box = (y: number, value: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Btn /T (box${y}) /V /${value} /AS /${value} /AP << /N << /Yes null >> >> /Rect [60 ${y} 72 ${y + 12}] /F 4 >>`;
const note = (text: string, flags: number) =>
  `<< /Type /Annot /Subtype /Text /Contents (${text}) /T (Ada) /Rect [10 10 30 30] /F ${flags} >>`;

describe('directions', () => {
  test.each([
    ['up', UP],
    ['down', DOWN],
    ['upside down', '-1 0 0 -1'],
  ])('a page whose text goes %s is read line by line', async (_, matrix) => {
    const second = { [UP]: [312, 400], [DOWN]: [288, 400] }[matrix] ?? [300, 412];
    const content =
      at(300, 400, 'The kestrel hovers', 10, matrix) +
      at(second[0] ?? 0, second[1] ?? 0, 'over the field.', 10, matrix);
    expect(textOf(await read(content))).toBe('The kestrel hovers over the field.');
  });

  test('a page that is turned by its dictionary is read as it is seen', async () => {
    const content = at(300, 100, 'Turned page', 10, UP) + at(312, 100, 'of two lines', 10, UP);
    expect(textOf(await read({ content, entries: '/Rotate 90' }))).toBe('Turned page of two lines');
  });

  test('a label in the margin follows the text, and is no heading', async () => {
    const content =
      lines(100, 700, ['One line of text.', 'Another line.']) + at(40, 300, 'Margin label', 16, UP);
    const { blocks } = await read(content);
    expect(blocks.at(-1)).toEqual({ kind: 'paragraph', text: 'Margin label', page: 1 });
  });
});

describe('scripts', () => {
  test('Chinese lines are joined without a space', async () => {
    const fonts = { C: cidFont('STSong-Light', 'GB1', 'UniGB-UTF16-H') };
    const content = `BT /C 10 Tf 100 700 Td ${hex('用户在使用')} Tj 0 -14 Td ${hex('前应阅读。')} Tj ET`;
    expect(textOf(await read({ content, fonts }))).toBe('用户在使用前应阅读。');
  });

  test('Korean lines are joined with one', async () => {
    const fonts = { C: cidFont('HYSMyeongJo-Medium', 'Korea1', 'UniKS-UTF16-H') };
    const content = `BT /C 10 Tf 100 700 Td ${hex('사용자는')} Tj 0 -14 Td ${hex('읽어야')} Tj ET`;
    expect(textOf(await read({ content, fonts }))).toBe('사용자는 읽어야');
  });

  test('vertical Japanese is read from the right column to the left', async () => {
    const fonts = { C: cidFont('KozMinPro-Regular', 'Japan1', 'UniJIS-UTF16-V') };
    const content = `BT /C 12 Tf 1 0 0 1 400 700 Tm ${hex('吾輩は猫')} Tj 1 0 0 1 380 700 Tm ${hex('である。')} Tj ET`;
    expect(textOf(await read({ content, fonts }))).toBe('吾輩は猫である。');
  });

  test('characters that are set one below the other are columns', async () => {
    const fonts = { C: cidFont('KozMinPro-Regular', 'Japan1', 'UniJIS-UTF16-H') };
    const content = `BT /C 12 Tf ${column(400, '名前はまだ')} ${column(380, '無いどこで')} ET`;
    expect(textOf(await read({ content, fonts }))).toBe('名前はまだ無いどこで');
  });
});

describe('letters', () => {
  test('letters that are drawn twice count once', async () => {
    const twice = at(100, 700, 'Shadowed title') + at(100.4, 699.6, 'Shadowed title');
    expect(textOf(await read(twice + at(100, 680, 'goes on')))).toBe('Shadowed title goes on');
  });

  test('invisible text is read where there is no other', async () => {
    const hidden = (text: string, y: number) => at(100, y, text).replace('BT', 'BT 3 Tr');
    const visible = at(100, 700, 'Invoice for May').replace('BT', 'BT 0 Tr');
    expect(textOf(await read(visible + hidden('lnvoioe f0r Mav', 700)))).toBe('Invoice for May');
    expect(textOf(await read(hidden('Text of a scan', 700)))).toBe('Text of a scan');
  });

  test('a line that is drawn again in pieces counts once', async () => {
    const content = at(100, 700, 'Bold words') + at(100.3, 700, 'Bold');
    expect(textOf(await read(content))).toBe('Bold words');
  });

  test('spaced letters are words', async () => {
    const spaced = `BT /F 14 Tf 6 Tc 100 700 Td (SPACED TITLE) Tj ET`;
    expect(textOf(await read(spaced))).toBe('SPACED TITLE');
    const kerned = `BT /F 14 Tf 100 700 Td [(O)-250(L)-250(D)-900(M)-250(A)-250(P)] TJ ET`;
    expect(textOf(await read(kerned))).toBe('OLD MAP');
  });

  test('a raised number is apart from the number and the word before it', async () => {
    const content = at(100, 700, 'Leaves at 20') + at(156, 704, '35', 6);
    expect(textOf(await read(content))).toBe('Leaves at 20 35');
  });
});

describe('hyphens at line ends', () => {
  test.each([
    [['This exam-', 'ple is soft.'], 'This example is soft.'],
    [['A state-of-the-', 'art pump.'], 'A state-of-the-art pump.'],
    [['Part AB-', '1234 is kept.'], 'Part AB-1234 is kept.'],
    [['It is well-', 'known.'], 'It is well-known.'],
    [['An e-mail-', 'box of e-mail-box.'], 'An e-mail-box of e-mail-box.'],
    [['One part-', 'ner and a short-', 'age of news.'], 'One partner and a shortage of news.'],
    [['Franco-', 'German words.'], 'Franco-German words.'],
    [['The EXAM-', 'PLE is loud.'], 'The EXAMPLE is loud.'],
  ])('%j', async (texts, expected) => {
    expect(textOf(await read(lines(100, 700, texts)))).toBe(expected);
  });
});

describe('layout', () => {
  test('three columns with a short last one are read one after the other, below their title', async () => {
    const content =
      at(100, 760, 'A title that stands above all of the columns', 18) +
      lines(40, 720, prose('first', 12)) +
      lines(230, 720, prose('second', 12)) +
      lines(420, 720, prose('third', 4));
    const text = textOf(await read(content));
    const places = [
      'A title',
      'first line 0',
      'first line 11',
      'second line 0',
      'second line 11',
      'third line 3',
    ].map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('notes at the foot of a column follow both columns', async () => {
    const content =
      lines(40, 720, prose('left', 10)) +
      at(40, 590, 'A note in small letters', 7) +
      lines(320, 720, prose('right', 10));
    expect(textOf(await read(content))).toMatch(/^left[^]*right[^]*A note in small letters$/);
  });

  test('rows of a table keep their empty and their wrapped cells', async () => {
    const content =
      row(700, [60, 'Item'], [200, 'Meaning'], [400, 'Price']) +
      row(680, [60, 'Valve'], [200, 'Closes a pipe that'], [405, '12.50']) +
      row(668, [200, 'is under pressure']) +
      row(648, [60, 'Pump'], [411, '9.00']) +
      row(628, [60, 'Hose'], [200, 'Carries water'], [405, '31.00']);
    expect((await read(content)).blocks).toEqual([
      {
        kind: 'table',
        page: 1,
        text: 'Item | Meaning | Price\nValve | Closes a pipe that is under pressure | 12.50\nPump |  | 9.00\nHose | Carries water | 31.00',
      },
    ]);
  });

  test('leaders are no table', async () => {
    const content = lines(60, 700, [
      'Start ............ 1',
      'Middle ........... 5',
      'End ............... 9',
    ]);
    expect((await read(content)).blocks.map(({ kind }) => kind)).not.toContain('table');
  });

  test('marks of a list stay with their items', async () => {
    const content = ['One thing', 'Another thing', 'A third'].map(
      (text, line) => at(60, 700 - line * 14, '-') + at(85, 700 - line * 14, text),
    );
    expect((await read(content.join(''))).blocks).toEqual([
      { kind: 'list', page: 1, text: '- One thing\n- Another thing\n- A third' },
    ]);
  });

  test('a running head is kept once, and numbers of pages not at all', async () => {
    expect(textOf(await read(page(1), page(2), page(3), page(4)))).toBe(
      'ACME Handbook\n\nSection 1 begins here.\n\nSection 2 begins here.\n\nSection 3 begins here.\n\nSection 4 begins here.',
    );
  });
});

describe('what is laid over a page', () => {
  test('values of fields stand behind their labels, and boxes that are on are marked', async () => {
    const content =
      at(60, 700, 'Name:') +
      at(60, 660, 'Kind:') +
      at(85, 620, 'I agree') +
      at(85, 600, 'I do not');
    const entries = `/Annots [
      << /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (kestrelson) /Rect [150 695 300 712] /F 4 >>
      << /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (kind) /V (b) /Opt [[(a) (Visit)] [(b) (Work permit)]] /Rect [150 655 300 672] /F 4 >>
      ${box(618, 'Yes')} ${box(598, 'Off')}]`;
    const text = textOf(await read({ content, entries }));
    expect(text).toContain('Name: kestrelson');
    expect(text).toContain('Kind: Work permit');
    expect(text).toContain('[x] I agree');
    expect(text).not.toContain('[x] I do not');
  });

  test('comments say who wrote them, and hidden ones are not read', async () => {
    const entries = `/Annots [${note('Check this', 0)} ${note('Secret', 2)}]`;
    expect(textOf(await read({ content: at(60, 700, 'A text.'), entries }))).toBe(
      'A text.\n\nAda: Check this',
    );
  });

  test('attachments are counted as omitted', async () => {
    const catalog =
      '/Names << /EmbeddedFiles << /Names [(a.txt) << /Type /Filespec /F (a.txt) /EF << /F 4 0 R >> >>] >> >>';
    const pdf = await buildPdf([{ text: 'A text.' }], SIZE, { catalog });
    expect((await readPdf(pdf, false)).omitted).toEqual([{ what: 'attachment', count: 1 }]);
  });
});

test('entries of the outline are headings of their depth', async () => {
  const catalog = '/Outlines << /First 4 0 R >>';
  const referenced = ['<< /Title (Start) /First 5 0 R >>', '<< /Title (Details) >>'];
  const content = at(60, 700, 'Start') + at(60, 660, 'Details') + at(60, 620, 'A text.');
  const { blocks } = await readPdf(
    await buildPdf([{ content }], SIZE, { catalog, referenced }),
    false,
  );
  expect(blocks.map(({ kind, level }) => [kind, level])).toEqual([
    ['heading', 2],
    ['heading', 3],
    ['paragraph', undefined],
  ]);
});

test('hostile: a page of 60,000 letters all over it is read within seconds', async () => {
  let content = '';
  for (let letter = 0; letter < 60_000; letter += 1) {
    content += `BT /F 3 Tf 1 0 0 1 ${(letter * 7919) % 597} ${(letter * 104_729) % 797} Tm (a) Tj ET\n`;
  }
  const started = performance.now();
  await read(content);
  expect(performance.now() - started).toBeLessThan(15_000);
});

describe('a page with a large picture', () => {
  const scan = drawPage(['Order twelve spare valves.'], 1500);
  const scansOf = async (content: string) =>
    (await readPdf(await buildPdf([{ content, scan }], SIZE), true)).scans;
  const picture = 'q 500 0 0 400 50 100 cm /P Do Q\n';

  test('below its text is read by OCR as well', async () => {
    expect(await scansOf(`${picture}${at(60, 760, 'A letterhead of the company')}`)).toEqual([1]);
  });

  test('behind its text is not', async () => {
    expect(await scansOf(`${picture}${at(60, 400, 'A text on a background')}`)).toBeUndefined();
  });
});
