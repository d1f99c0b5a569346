import type { Block } from '../blocks/block.ts';
import type { Omissions } from '../blocks/omissions.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { COLUMNS_MAX, type Sheet, type SheetRow } from './read-sheet.ts';

/** Rows that a merged label is repeated in, of a whole sheet. */
const REPEATS_MAX = 2_000_000;
/** More empty columns than these between two others are as good as one. */
const GAP_MAX = 8;

/** Returns the tables of a sheet, without rows and columns that are hidden. */
export function sheetBlocks(sheet: Sheet, omitted: Omissions): Block[] {
  repeatMergedLabels(sheet);
  const rows = visibleRows(sheet, omitted);
  const places = columnPlaces(rows);
  return tablesOf(rows).map((table) => ({
    kind: 'table',
    text: table.map((row) => lineOf(row, places)).join('\n'),
  }));
}

/** A label that spans rows stands in each of them that holds anything else. */
function repeatMergedLabels({ rows, merges, hiddenColumns }: Sheet): void {
  let repeats = 0;
  for (const { top, left, bottom, right } of merges) {
    let at = firstFrom(rows, top);
    const first = rows[at];
    if (first === undefined || first.number !== top) continue;
    const label = first.texts[first.columns.indexOf(left)];
    if (label === undefined) continue;
    let column = left;
    while (column < right && hiddenColumns.has(column)) column += 1;
    if (column === left) at += 1;
    for (let row = rows[at]; row !== undefined && row.number <= bottom; row = rows[at]) {
      repeats += 1;
      if (repeats > REPEATS_MAX) return;
      insert(row, column, label);
      at += 1;
    }
  }
}

function firstFrom(rows: readonly SheetRow[], number: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert({ columns, texts }: SheetRow, column: number, text: string): void {
  let at = columns.findIndex((each) => each >= column);
  if (at < 0) at = columns.length;
  if (columns[at] === column) return;
  columns.splice(at, 0, column);
  texts.splice(at, 0, text);
}

function visibleRows({ rows, hiddenColumns }: Sheet, omitted: Omissions): SheetRow[] {
  const visible = rows.filter(({ isHidden }) => !isHidden);
  omitted.add('hidden_row', rows.length - visible.length);
  if (hiddenColumns.size === 0) return visible;
  const hidden = new Set<number>();
  const shifts = columnShifts(hiddenColumns);
  const shown = visible.flatMap((row): SheetRow[] => {
    const kept: SheetRow = { ...row, columns: [], texts: [] };
    for (const [at, column] of row.columns.entries()) {
      if (hiddenColumns.has(column)) hidden.add(column);
      else {
        kept.columns.push(column - (shifts[column] ?? 0));
        kept.texts.push(row.texts[at] ?? '');
      }
    }
    return kept.columns.length === 0 ? [] : [kept];
  });
  omitted.add('hidden_column', hidden.size);
  return shown;
}

/** Returns how many hidden columns are before each column: they are no gap between those beside them. */
function columnShifts(hidden: ReadonlySet<number>): number[] {
  let count = 0;
  return Array.from({ length: COLUMNS_MAX }, (_, column) => {
    const before = count;
    if (hidden.has(column)) count += 1;
    return before;
  });
}

/** Returns the place of each column in a line. */
function columnPlaces(rows: readonly SheetRow[]): Map<number, number> {
  const used = new Set<number>();
  for (const { columns } of rows) for (const column of columns) used.add(column);
  const places = new Map<number, number>();
  let place = 0;
  let before = -1;
  for (const column of [...used].toSorted((a, b) => a - b)) {
    const gap = column - before;
    place += gap - 1 > GAP_MAX ? 2 : gap;
    places.set(column, place - 1);
    before = column;
  }
  return places;
}

function lineOf({ columns, texts }: SheetRow, places: ReadonlyMap<number, number>): string {
  let line = '';
  let at = 0;
  for (const [index, column] of columns.entries()) {
    const place = places.get(column) ?? at;
    for (; at < place; at += 1) line += ' | ';
    line += oneLine(texts[index] ?? '');
  }
  return line.trimEnd();
}

/** Rows after an empty one are another table, if they begin with a heading of their own. */
function tablesOf(rows: readonly SheetRow[]): SheetRow[][] {
  const tables: SheetRow[][] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    const table = tables.at(-1);
    const isApart = before !== undefined && row.number - before.number > 1;
    if (table === undefined || (isApart && !continuesTable(before, row, rows[at + 1])))
      tables.push([row]);
    else table.push(row);
  }
  return tables;
}

function continuesTable(before: SheetRow, row: SheetRow, after: SheetRow | undefined): boolean {
  if (row.columns[0] !== before.columns[0] || row.columns.length !== before.columns.length)
    return false;
  const isHeading = !row.texts.some((text) => /^[-(]?[$€£]?\d/.test(text));
  return !(isHeading && after?.texts.some((text) => /\d/.test(text)) === true);
}
