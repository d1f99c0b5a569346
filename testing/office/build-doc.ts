import { buildCompound, uint16, uint32, uint8, utf16 } from './build-compound.ts';

export interface TestRun {
  text: string;
  changes?: Buffer;
}

export interface TestParagraph {
  runs: string | TestRun[];
  /** The mark of a paragraph unless it says otherwise; \u0007 ends a cell. */
  end?: string;
  style?: number;
  changes?: Buffer;
}

const STORIES = ['body', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'textBoxes'];

export type TestStories = Readonly<Record<string, readonly TestParagraph[]>>;

const PAGE = 512;
const TEXT_AT = 2 * PAGE;

/** Builds a change of a property: its code, and its value as it is written. */
export const change = (code: number, ...value: number[]) =>
  Buffer.concat([uint16(code), uint8(...value)]);

/** A paragraph that ends a cell of a table. */
export const cell = (runs: TestParagraph['runs'], end = '\u0007'): TestParagraph => ({
  runs,
  end,
  changes: IN_TABLE,
});

const IN_TABLE = change(0x2416, 1);

/** The mark of a row, with the edges of its cells, of which some belong to the cell above. */
export function rowEnd(edges: readonly number[], continued: readonly number[] = []): TestParagraph {
  const cells = edges.slice(1).map((_, at) => {
    const bytes = Buffer.alloc(20);
    bytes.writeUInt16LE(continued.includes(at) ? 0x20 : 0, 0);
    return bytes;
  });
  const layout = Buffer.concat([uint8(edges.length - 1), uint16(...edges), ...cells]);
  return {
    runs: '',
    end: '\u0007',
    changes: Buffer.concat([
      IN_TABLE,
      change(0x2417, 1),
      uint16(0xd608, layout.length + 1),
      layout,
    ]),
  };
}

/** Builds a document of Word 97 of stories, and of structures by their place in its header. */
export function buildDoc(
  stories: TestStories,
  structures: Readonly<Record<number, Buffer>> = {},
  flags = 0,
): Buffer {
  const ordered = STORIES.map((name) => stories[name] ?? []);
  const paragraphs = ordered.flat();
  const text = utf16(paragraphs.map(textOf).join(''));
  const pageCount = Math.ceil(text.length / PAGE) + TEXT_AT / PAGE;
  const runs = paragraphs.flatMap(({ runs: own, end = '\r' }): TestRun[] => [
    ...(typeof own === 'string' ? [{ text: own }] : own),
    { text: end },
  ]);
  const characters = pagesOf(
    pageCount,
    runs.map(({ text: run, changes = Buffer.alloc(0) }) => ({
      length: run.length,
      list: Buffer.concat([uint8(changes.length), changes]),
    })),
  );
  const ends = pagesOf(
    pageCount + characters.pages.length,
    paragraphs.map((paragraph) => ({
      length: textOf(paragraph).length,
      list: paragraphList(paragraph),
    })),
  );
  const pieces = Buffer.concat([uint32(0, text.length / 2), uint16(0), uint32(TEXT_AT), uint16(0)]);
  const all: Record<number, Buffer> = {
    12: characters.table,
    13: ends.table,
    33: Buffer.concat([uint8(2), uint32(pieces.length), pieces]),
    ...structures,
  };
  const header = Buffer.alloc(TEXT_AT);
  uint16(0xa5ec, 0xc1).copy(header, 0);
  header.writeUInt16LE(flags, 10);
  for (const [at, story] of ordered.entries()) {
    header.writeUInt32LE(story.map(textOf).join('').length, 76 + 4 * at);
  }
  let table = Buffer.alloc(0);
  for (const [place, bytes] of Object.entries(all)) {
    uint32(table.length, bytes.length).copy(header, 154 + 8 * Number(place));
    table = Buffer.concat([table, bytes]);
  }
  const padding = Buffer.alloc((pageCount - TEXT_AT / PAGE) * PAGE - text.length);
  return buildCompound({
    WordDocument: Buffer.concat([header, text, padding, ...characters.pages, ...ends.pages]),
    '0Table': table,
  });
}

function textOf({ runs, end = '\r' }: TestParagraph): string {
  return (typeof runs === 'string' ? runs : runs.map(({ text }) => text).join('')) + end;
}

function paragraphList({ style = 0, changes = Buffer.alloc(0) }: TestParagraph): Buffer {
  const list = Buffer.concat([uint16(style), changes]);
  const even = Buffer.concat([list, Buffer.alloc(list.length % 2)]);
  return Buffer.concat([uint8(0, even.length / 2), even]);
}

/** One page for each run: lists of changes end it. */
function pagesOf(
  first: number,
  runs: readonly { length: number; list: Buffer }[],
): { pages: Buffer[]; table: Buffer } {
  let at = TEXT_AT;
  const positions = [at];
  const pages = runs.map(({ length, list }) => {
    const page = Buffer.alloc(PAGE);
    uint32(at, at + 2 * length).copy(page, 0);
    const place = (PAGE - 2 - list.length) & ~1;
    page.writeUInt8(place / 2, 8);
    list.copy(page, place);
    page.writeUInt8(1, PAGE - 1);
    at += 2 * length;
    positions.push(at);
    return page;
  });
  const numbers = pages.map((_, index) => first + index);
  return { pages, table: uint32(...positions, ...numbers) };
}

/** A list of positions with data for each but the last. */
export const positions = (places: readonly number[], ...items: Buffer[]) =>
  Buffer.concat([uint32(...places), ...items]);

export interface TestStyle {
  /** The number of a style that Word brings. */
  builtIn: number;
  base?: number;
  paragraph?: Buffer;
  character?: Buffer;
}

/** Builds the styles of a document. */
export function styleSheet(styles: readonly TestStyle[]): Buffer {
  const built = styles.map(({ builtIn, base = 0xfff, paragraph, character }, at) => {
    const lists = [
      Buffer.concat([uint16(at), paragraph ?? Buffer.alloc(0)]),
      character ?? Buffer.alloc(0),
    ].map((list) => Buffer.concat([uint16(list.length), list, Buffer.alloc(list.length % 2)]));
    const bytes = Buffer.concat([uint16(builtIn, 1 | (base << 4), 2, 0, 0, 0, 0), ...lists]);
    return Buffer.concat([uint16(bytes.length), bytes, Buffer.alloc(bytes.length % 2)]);
  });
  return Buffer.concat([uint16(4, styles.length, 10), ...built]);
}

/** Builds a list with levels of a format, whose texts hold the numbers of levels as characters from \0. */
export function lists(levels: readonly { format: number; text: string }[]): Record<number, Buffer> {
  const built = Array.from({ length: 9 }, (_, at) => {
    const { format = 0, text = '' } = levels[at] ?? {};
    const head = Buffer.alloc(28);
    head.writeUInt32LE(1, 0);
    head.writeUInt8(format, 4);
    return Buffer.concat([head, uint16(text.length), utf16(text)]);
  });
  const head = Buffer.alloc(28);
  head.writeUInt32LE(7, 0);
  const override = Buffer.alloc(16);
  override.writeUInt32LE(7, 0);
  return {
    73: Buffer.concat([uint16(1), head, ...built]),
    74: Buffer.concat([uint32(1), override, uint32(0xffffffff)]),
  };
}

/** Changes that make a paragraph an item of the list, at a level. */
export const itemOf = (level: number) =>
  Buffer.concat([change(0x260a, level), change(0x460b, 1, 0)]);
