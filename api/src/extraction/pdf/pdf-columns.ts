import { rowsOf, wholeLine, type TextLine, type TextRow } from './pdf-lines.ts';
import { widthOf } from './scripts.ts';

/** A range of x. */
export interface Interval {
  from: number;
  to: number;
}

/** Lines, and their median characters, from which a side of a gap is running text. */
const PROSE = { lines: 3, characters: 17, fill: 0.55 } as const;

/** Lines of a column that is full. */
const FULL_LINES = 5;

/** Returns what is free between intervals that are sorted and apart. */
export function gapsOf(taken: readonly Interval[], least: number): Interval[] {
  return taken.slice(1).flatMap(({ from }, at) => {
    const to = taken[at]?.to ?? from;
    return from - to >= least ? [{ from: to, to: from }] : [];
  });
}

/**
 * Returns the x that separates two columns, if rows have columns that are read one after the other. Cells
 * of a table are short and stand beside each other; lines of running text fill their column.
 */
export function findGutter(
  rows: readonly TextRow[],
  gaps: readonly Interval[],
): number | undefined {
  const cells = rows.flatMap((row) => row.cells);
  const sorted = [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from));
  return sorted
    .map(({ from, to }) => (from + to) / 2)
    .find((x) => {
      const left = rowsOf(cells.filter((cell) => cell.x < x));
      const right = rowsOf(cells.filter((cell) => cell.x >= x));
      return areColumns(left.map(wholeLine), right.map(wholeLine));
    });
}

function areColumns(left: readonly TextLine[], right: readonly TextLine[]): boolean {
  const least = Math.min(left.length, right.length);
  if (isLastColumn(left, right)) return true;
  if (least < 2) return false;
  const beside = sharedLines(left, right) / least;
  if (areLineNumbers(left, right)) return true;
  const [a, b] = [isProse(left), isProse(right)];
  if (a && b) return !startTogether(left, right);
  if (a || b) return beside < 0.55 && least >= 3;
  return beside < 0.4 && least >= 4;
}

/** Numbers of the lines beside them, as in transcripts: the text is read without them. */
function areLineNumbers(left: readonly TextLine[], right: readonly TextLine[]): boolean {
  if (left.length < 8) return false;
  const counting = left.filter(({ text }, at) => Number(text) === Number(left[at - 1]?.text) + 1);
  const continued = right.filter(({ text }) => /^\p{Ll}/u.test(text));
  return counting.length >= left.length * 0.8 && continued.length >= right.length * 0.15;
}

/** The first lines of a column in which a text ends, beside one that is full of it. */
function isLastColumn(left: readonly TextLine[], right: readonly TextLine[]): boolean {
  if (right.length >= PROSE.lines || left.length < FULL_LINES || !isProse(left)) return false;
  const [first] = right;
  if (first === undefined || widthOf(first.text) < PROSE.characters || !hasProse(right))
    return false;
  return left.slice(0, PROSE.lines).some(({ y }) => Math.abs(first.y - y) <= first.size);
}

function isProse(lines: readonly TextLine[]): boolean {
  const widths = lines.map((line) => line.width);
  return (
    lines.length >= PROSE.lines &&
    hasProse(lines) &&
    median(widths) >= Math.max(...widths) * PROSE.fill
  );
}

function hasProse(lines: readonly TextLine[]): boolean {
  const letters = lines.filter(
    ({ text }) => (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) > text.length / 2,
  );
  return (
    median(lines.map(({ text }) => widthOf(text))) >= PROSE.characters &&
    letters.length >= lines.length * 0.6
  );
}

/** Counts lines that have one at the same height on the other side. */
function sharedLines(some: readonly TextLine[], others: readonly TextLine[]): number {
  let shared = 0;
  let at = 0;
  for (const line of some) {
    const base = line.y + line.height;
    while ((others[at]?.y ?? Infinity) + (others[at]?.height ?? 0) < base - line.size * 0.2)
      at += 1;
    const other = others[at];
    if (other !== undefined && Math.abs(other.y + other.height - base) <= line.size * 0.2)
      shared += 1;
  }
  return shared;
}

/** Whether paragraphs of both sides begin beside each other, as in a table of long cells. */
function startTogether(left: readonly TextLine[], right: readonly TextLine[]): boolean {
  const [some, others] = [startsOf(left), startsOf(right)];
  const [least, most] = [
    Math.min(some.length, others.length),
    Math.max(some.length, others.length),
  ];
  if (least < 3) return false;
  return some.filter((y) => others.some((other) => Math.abs(y - other) < 2)).length >= most * 0.8;
}

function startsOf(lines: readonly TextLine[]): number[] {
  const pitch = median(lines.slice(1).map((line, at) => line.y - (lines[at]?.y ?? 0)));
  return lines.flatMap((line, at) => {
    const before = lines[at - 1];
    return before === undefined || line.y - before.y > pitch * 1.2 ? [line.y] : [];
  });
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
