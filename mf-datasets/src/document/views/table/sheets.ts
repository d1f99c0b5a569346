import type { DocumentBlock } from '@carrel/shared/contract';

import { firstEndingAfter } from '../../marks/marks.ts';
import type { Marks, TextRange } from '../../marks/marks.ts';

/** A row of a table: its cells with ` | ` between them. */
export interface SheetRow {
  text: string;
  /** Its place in the document's text. */
  start: number;
}

export interface Sheet {
  name: string;
  rows: SheetRow[];
  /** Characters of each column's width. */
  widths: number[];
}

/** Rows by which the widths of columns are chosen, about. */
const SAMPLE = 1000;
const WIDTH_MIN = 6;
const WIDTH_MAX = 40;
/** Columns that are shown. */
const COLUMNS_MAX = 500;

const SEPARATOR = ' | ';

/** Returns the sheets of a workbook: a heading begins one. Text that is in no table is rows of one cell. */
export function sheetsOf(blocks: readonly DocumentBlock[]): Sheet[] {
  const sheets: Sheet[] = [];
  for (const { kind, text, start } of blocks) {
    if (kind === 'heading') {
      sheets.push({ name: text, rows: [], widths: [] });
      continue;
    }
    if (sheets.length === 0) sheets.push({ name: '', rows: [], widths: [] });
    const rows = sheets.at(-1)?.rows ?? [];
    let at = start;
    for (const line of text.split('\n')) {
      rows.push({ text: line, start: at });
      at += line.length + 1;
    }
  }
  for (const sheet of sheets) sheet.widths = widthsOf(sheet.rows);
  return sheets;
}

function widthsOf(rows: readonly SheetRow[]): number[] {
  const widths: number[] = [];
  const step = Math.ceil(rows.length / SAMPLE);
  for (const [index, { text }] of rows.entries()) {
    const cells = text.split(SEPARATOR, COLUMNS_MAX);
    for (const [column, cell] of cells.entries()) {
      const width = index % step === 0 ? cell.length + 1 : WIDTH_MIN;
      widths[column] = Math.max(widths[column] ?? WIDTH_MIN, Math.min(width, WIDTH_MAX));
    }
  }
  return widths;
}

/** Returns the cells of a row with their places in the document's text. */
export function cellsOf({ text, start }: SheetRow): SheetRow[] {
  let at = start;
  return text.split(SEPARATOR, COLUMNS_MAX).map((cell) => {
    const placed = { text: cell, start: at };
    at += cell.length + SEPARATOR.length;
    return placed;
  });
}

/** Characters of a cell that are seen in any column, and those of them before a match. */
const SEEN = 24;
const BEFORE = 8;

/** Returns the cell, or its part from shortly before its first match, if that would not be seen. */
export function partOfCell(cell: SheetRow, { matches, current }: Marks): SheetRow {
  const { text, start } = cell;
  const isIn = (range: TextRange | undefined) =>
    range !== undefined && range.start >= start && range.start < start + text.length;
  const shown = matches[current];
  const match = isIn(shown) ? shown : matches[firstEndingAfter(matches, start)];
  if (match === undefined || !isIn(match) || match.end - start <= SEEN) return cell;
  const from = text.indexOf(' ', match.start - start - BEFORE) + 1;
  const cut = from === 0 || from > match.start - start ? match.start - start : from;
  return cut <= 0 ? cell : { text: text.slice(cut), start: start + cut };
}

/** Returns the place of the sheet that holds a place of the text. */
export function sheetAt(sheets: readonly Sheet[], place: number): number {
  const found = sheets.findLastIndex(({ rows }) => (rows[0]?.start ?? Infinity) <= place);
  return Math.max(0, found);
}
