import type { Block } from '../blocks/block.ts';
import { tableOf } from './pdf-table.ts';
import { paragraphsOf, type TextStyle } from './pdf-paragraphs.ts';
import { rowsOf, wholeLine, type TextLine, type TextRow } from './pdf-lines.ts';
import { findGutter, gapsOf, type Interval } from './pdf-columns.ts';

/** Rows of a page whose columns are looked for; a page of more is a drawing. */
const ROWS_MAX = 3000;
const DEPTH_MAX = 6;
/** Blank height across the page that ends a section, in font sizes. */
const BLANK = 3.5;

type Section =
  | { kind: 'plain'; rows: TextRow[] }
  | { kind: 'table'; text: string }
  | { kind: 'columns'; left: TextLine[]; right: TextLine[] };

/** Returns the blocks of text in reading order: columns one after the other, tables row by row. */
export function layOut(runs: Parameters<typeof rowsOf>[0], style: TextStyle, depth = 0): Block[] {
  const rows = rowsOf(runs).filter(({ cells }) => cells.length > 0);
  const sections: Section[] =
    rows.length > ROWS_MAX || depth > DEPTH_MAX
      ? [{ kind: 'plain', rows }]
      : sectionsOf(rows, style);
  return sections.flatMap((section) => {
    if (section.kind === 'table') return [{ kind: 'table', text: section.text } as const];
    if (section.kind === 'plain') return paragraphsOf(section.rows.map(wholeLine), style);
    const sides = [section.left, section.right].map((side) => splitNotes(side, style));
    return [...sides.map(({ text }) => text), ...sides.map(({ notes }) => notes)].flatMap((side) =>
      layOut(side, style, depth + 1),
    );
  });
}

/** Lines in small letters at the foot of a column are notes, which are read after the other column. */
function splitNotes(
  side: readonly TextLine[],
  style: TextStyle,
): { text: readonly TextLine[]; notes: readonly TextLine[] } {
  const sorted = side.toSorted((a, b) => a.y - b.y);
  const from = sorted.findLastIndex((line) => line.size > style.size * 0.92) + 1;
  const isShort = from > sorted.length / 2 && from < sorted.length;
  return isShort
    ? { text: sorted.slice(0, from), notes: sorted.slice(from) }
    : { text: side, notes: [] };
}

function sectionsOf(rows: readonly TextRow[], style: TextStyle): Section[] {
  const sections: Section[] = [];
  const addPlain = (some: readonly TextRow[]) => {
    const last = sections.at(-1);
    if (some.length === 0) return;
    if (last?.kind === 'plain') last.rows.push(...some);
    else sections.push({ kind: 'plain', rows: [...some] });
  };
  for (let at = 0; at < rows.length;) {
    const { rows: some, gaps } = growSection(rows, at, style);
    const gutter = some.length < 3 ? undefined : findGutter(some, gaps);
    const table = gutter === undefined && gaps.length > 0 ? tableOf(some) : undefined;
    if (gutter !== undefined) {
      const cells = some.flatMap((row) => row.cells);
      sections.push({
        kind: 'columns',
        left: cells.filter((cell) => cell.x < gutter),
        right: cells.filter((cell) => cell.x >= gutter),
      });
    } else if (table !== undefined) {
      addPlain(some.slice(0, table.from));
      sections.push({ kind: 'table', text: table.text });
      addPlain(some.slice(table.to));
    } else {
      addPlain(some.slice(0, 1));
    }
    at += gutter === undefined && table === undefined ? 1 : some.length;
  }
  return sections;
}

/** Takes rows as long as one gap is free of text in all of them. */
function growSection(
  rows: readonly TextRow[],
  from: number,
  style: TextStyle,
): { rows: TextRow[]; gaps: Interval[] } {
  const least = style.size * 0.75;
  let taken: Interval[] = intervalsOf(rows[from]);
  let gaps = gapsOf(taken, least);
  let to = from + 1;
  for (; to < rows.length; to += 1) {
    const row = rows[to];
    const before = rows[to - 1];
    if (row === undefined || before === undefined) break;
    if (row.y - before.bottom > style.size * BLANK || isTitle(row, before, rows[to + 1], style))
      break;
    if (to >= rows.length - 2 && isFoot(row, before, rows[to - 2], style)) break;
    const next = mergeIntervals(taken, intervalsOf(row));
    const left = gapsOf(next, least);
    // A first row without a gap is beside the first column.
    if (left.length === 0) break;
    taken = next;
    gaps = left;
  }
  return { rows: rows.slice(from, to), gaps };
}

/** One of the last rows of a page, further from its text than the rows of that are from each other. */
function isFoot(
  row: TextRow,
  before: TextRow,
  above: TextRow | undefined,
  { size }: TextStyle,
): boolean {
  const gap = row.y - before.bottom;
  const usual = above === undefined ? 0 : Math.max(0, before.y - above.bottom);
  return gap > size * 1.2 && gap > usual * 1.8;
}

/** A larger line alone in its row, with space about it: it is above all columns that follow. */
function isTitle(
  row: TextRow,
  before: TextRow,
  after: TextRow | undefined,
  style: TextStyle,
): boolean {
  const [line] = row.cells;
  if (line === undefined || row.cells.length > 1 || line.size < style.size * 1.15) return false;
  return row.y - before.bottom > line.size * 0.6 && (after === undefined || after.y > row.bottom);
}

const intervalsOf = (row: TextRow | undefined): Interval[] =>
  (row?.cells ?? []).map(({ x, width }) => ({ from: x, to: x + width }));

function mergeIntervals(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, to } of [...some, ...others].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
