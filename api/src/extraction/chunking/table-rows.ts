/** Rows in which a heading row is looked for: a title and notes may stand above it. */
const HEAD_ROWS = 5;
/** Characters of a table in which its heading row is looked for. */
const HEAD_LENGTH = 20_000;
/** Characters of a cell that names a column. */
const NAME_MAX = 200;
/** Characters of a heading's cell at least, where a row is too long to be repeated whole. */
const CELL_MIN = 4;
const BAR = ' | ';
/** Pages over which a table goes on, as far as its rows are counted. */
const PAGES_MAX = 1000;

interface HeadingRow {
  cells: string[];
  /** The rows above it and it. */
  rows: number;
  /** UTF-16 units of these rows. */
  length: number;
}

/** A table in a document's text, which is read from its start to its end. A row is a line. */
export class TableRows {
  readonly start: number;
  readonly end: number;
  /** The table on the page before, which goes on here. */
  readonly before: TableRows | undefined;
  after: TableRows | undefined;
  /** Pages before this one. */
  readonly pages: number;
  readonly #text: string;
  /** How far it was read, and the row and the column there. */
  #at = 0;
  #row = 0;
  #column = 0;
  #rows: number | undefined;
  #heading: HeadingRow | null | undefined;

  constructor(text: string, start: number, before?: TableRows) {
    this.#text = text;
    this.start = start;
    this.end = start + text.length;
    this.before = before;
    this.pages = before === undefined ? 0 : before.pages + 1;
    if (before !== undefined) before.after = this;
  }

  /**
   * Returns the headings of the columns that follow a place, in at most `most` characters; nothing at the
   * heading row and above it, and where they do not fit.
   */
  headingAt(place: number, most: number): string {
    const heading = this.#headingRow();
    if (heading === null || place <= this.start + heading.length) return '';
    this.#moveTo(place);
    return shortened(heading.cells.slice(this.#column), most);
  }

  /** Returns which rows are in a range that touches it, on pages after it too; nothing where all are. */
  label(from: number, to: number): string | undefined {
    this.#moveTo(Math.max(from, this.start));
    const first = Math.max(1, this.#offset() + this.#row - this.#above() + 1);
    let last = this.#offset() + this.#row - this.#above() + this.#linesTo(to);
    let all = this.#offset() + this.#bodyRows();
    for (let next = this.after; next !== undefined; next = next.after) {
      if (next.start < to) last = all - next.#above() + next.#linesTo(to);
      all += next.#bodyRows();
    }
    return last < first || last - first + 1 >= all ? undefined : rowsLabel(first, last, all);
  }

  /** Whether a place is within it, so that a chunk that ends there cuts it. */
  isCutAt(place: number): boolean {
    return this.start < place && place < this.end;
  }

  /** Where its first row below the heading row starts, in the document's text. */
  get body(): number {
    return this.start + Math.max(0, this.#headingRow()?.length ?? 0);
  }

  /** Rows of its pages before. */
  #offset(): number {
    return this.before === undefined ? 0 : this.before.#offset() + this.before.#bodyRows();
  }

  #bodyRows(): number {
    this.#rows ??= countOf(this.#text, '\n') + 1 - this.#above();
    return this.#rows;
  }

  /** Rows up to its heading row. */
  #above(): number {
    return this.#headingRow()?.rows ?? 0;
  }

  /** Lines from where it was read to a place. */
  #linesTo(place: number): number {
    const inside = this.#text.slice(this.#at, Math.min(place, this.end) - this.start);
    return countOf(inside.trimEnd(), '\n') + 1;
  }

  #moveTo(place: number): void {
    const to = place - this.start;
    if (to <= this.#at) return;
    const passed = this.#text.slice(this.#at, to);
    const line = passed.lastIndexOf('\n');
    this.#row += countOf(passed, '\n');
    this.#column = (line < 0 ? this.#column : 0) + countOf(passed.slice(line + 1), BAR);
    this.#at = to;
  }

  #headingRow(): HeadingRow | null {
    if (this.#heading === undefined) this.#heading = this.#findHeading();
    return this.#heading;
  }

  #findHeading(): HeadingRow | null {
    const earlier = this.before === undefined ? undefined : this.before.#headingRow();
    if (earlier === undefined) return headingRowOf(this.#text);
    const row = earlier?.cells.join(BAR);
    if (earlier === null || row === undefined || this.#text.startsWith(`${row}\n`)) {
      return earlier && { ...earlier, rows: 1, length: row?.length ?? 0 };
    }
    return { ...earlier, rows: 0, length: -1 };
  }
}

interface TableBlock {
  kind: string;
  text: string;
  page?: number;
}

/** Returns the tables of a document by their places. `starts` are those of the blocks. */
export function tablesOf(blocks: readonly TableBlock[], starts: readonly number[]): TableRows[] {
  const tables: TableRows[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'table') continue;
    const above = blocks[at - 1];
    const table = above !== undefined && goesOn(above, block) ? tables.at(-1) : undefined;
    const before = table !== undefined && table.pages < PAGES_MAX ? table : undefined;
    tables.push(new TableRows(block.text, starts[at] ?? 0, before));
  }
  return tables;
}

/** Whether a table begins a page, and one with as many columns ends the page before. */
function goesOn(above: TableBlock, { text, page }: TableBlock): boolean {
  if (above.kind !== 'table' || page === undefined || above.page !== page - 1) return false;
  return columnsOf(above.text) === columnsOf(text);
}

const columnsOf = (text: string): number =>
  Math.max(
    ...text
      .slice(0, HEAD_LENGTH)
      .split('\n')
      .slice(0, HEAD_ROWS)
      .map((line) => countOf(line, BAR)),
  );

/** Returns the last table that starts before a place. */
export function tableBefore(tables: readonly TableRows[], place: number): TableRows | undefined {
  let [low, high] = [0, tables.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tables[middle]?.start ?? Infinity) < place) low = middle + 1;
    else high = middle;
  }
  return tables[low - 1];
}

/** Returns the rows of the table that a chunk cuts: of the one that it starts in, or else ends in. */
export function rowsOf(tables: readonly TableRows[], from: number, to: number): string | undefined {
  const first = tableBefore(tables, from + 1);
  const label = first !== undefined && from < first.end ? first.label(from, to) : undefined;
  if (label !== undefined) return label;
  let last = tableBefore(tables, to);
  while (last?.before !== undefined && last.before.start >= from) last = last.before;
  return last !== undefined && last.start >= from ? last.label(from, to) : undefined;
}

/** Whether one of a chunk's headings says which rows of a table it holds. */
export const isRowsLabel = (heading: string): boolean =>
  /^Rows? [\d,]+(?:–[\d,]+)? of [\d,]+$/.test(heading);

function rowsLabel(first: number, last: number, all: number): string {
  const [from, to, of] = [first, last, all].map((row) => row.toLocaleString('en-US'));
  return first === last ? `Row ${from} of ${of}` : `Rows ${from}–${to} of ${of}`;
}

/**
 * Returns the first row that names columns: it fills several, and at least half as many as the rows around
 * it do. A table whose first such row is mostly numbers, or has a long text, has none.
 */
function headingRowOf(text: string): HeadingRow | null {
  const lines = text.slice(0, HEAD_LENGTH).split('\n').slice(0, HEAD_ROWS);
  const filled = lines.map((line) => line.split(BAR).filter((cell) => cell.trim() !== ''));
  const most = Math.max(...filled.map((cells) => cells.length));
  const at = most < 2 ? 0 : filled.findIndex(({ length }) => length >= Math.max(2, most / 2));
  const cells = filled[at] ?? [];
  const isWhole = text.length <= HEAD_LENGTH || at < lines.length - 1;
  if (!isWhole || cells.some(({ length }) => length > NAME_MAX)) return null;
  if (cells.filter(isValue).length > cells.length / 2) return null;
  const length = lines.slice(0, at + 1).join('\n').length;
  return { cells: (lines[at] ?? '').split(BAR), rows: at + 1, length };
}

/** Whether a cell is a number, an amount or a date, and not a year, which may head a column. */
const isValue = (cell: string): boolean =>
  /^[-+(]?\s?\p{Sc}?\s?\d[\d.,:/'\u00a0 )T%-]*\p{Sc}?$/u.test(cell.trim()) &&
  !/^(?:19|20)\d\d$/.test(cell.trim());

/** Returns cells as a row; of a long one, each cell is cut to as much as all of them have room for. */
function shortened(cells: readonly string[], most: number): string {
  const whole = cells.join(BAR);
  if (whole.length <= most) return whole.trim() === '' ? '' : whole;
  const room = most - BAR.length * (cells.length - 1);
  let [left, rest] = [room, cells.length];
  for (const length of cells.map((cell) => cell.length).toSorted((a, b) => a - b)) {
    if (length > left / rest) break;
    left -= length;
    rest -= 1;
  }
  const each = Math.floor(left / Math.max(1, rest));
  if (each < CELL_MIN) return '';
  return cells.map((cell) => (cell.length <= each ? cell : cutCell(cell, each))).join(BAR);
}

/** Not through a surrogate pair. */
const cutCell = (cell: string, length: number) =>
  `${cell
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;

function countOf(text: string, sought: string): number {
  let count = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    count += 1;
  }
  return count;
}
