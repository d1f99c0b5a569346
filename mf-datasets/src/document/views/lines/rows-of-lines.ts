import type { DocumentBlock } from '@carrel/shared/contract';

/** A row of the view: a line, or a part of a long one. */
export interface LineRow {
  text: string;
  /** Its place in the document's text. */
  start: number;
  /** The number of the line, on the first row of it. */
  line: number | undefined;
}

/** A line that is broken at a space keeps at least this share of its columns. */
const FULL = 0.6;

/** Returns the lines of a text as rows of so many columns at most; a blank line is between blocks. */
export function rowsOfLines(blocks: readonly DocumentBlock[], columns: number): LineRow[] {
  const rows: LineRow[] = [];
  let number = 0;
  for (const [index, { text, start }] of blocks.entries()) {
    if (index > 0) {
      number += 1;
      rows.push({ text: '', start: start - 1, line: number });
    }
    let at = start;
    for (const line of text.split('\n')) {
      number += 1;
      addRows(rows, line, at, number, columns);
      at += line.length + 1;
    }
  }
  return rows;
}

function addRows(rows: LineRow[], text: string, start: number, line: number, columns: number) {
  let from = 0;
  do {
    const to = breakOf(text, from, columns);
    rows.push({
      text: text.slice(from, to),
      start: start + from,
      line: from === 0 ? line : undefined,
    });
    from = to;
  } while (from < text.length);
}

/** Returns where a row ends: behind a space if there is one, and never within a character. */
function breakOf(text: string, from: number, columns: number): number {
  if (text.length - from <= columns) return text.length;
  const space = text.lastIndexOf(' ', from + columns - 1);
  if (space > from + columns * FULL) return space + 1;
  const to = from + columns;
  const unit = text.charCodeAt(to);
  return unit >= 0xdc00 && unit <= 0xdfff ? to - 1 : to;
}

/** Returns the last row that starts at or before a place of the text. */
export function rowAt(rows: readonly { start: number }[], place: number): number {
  let low = 0;
  let high = Math.max(0, rows.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle]?.start ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
