import { median, type Interval } from './pdf-columns.ts';
import type { TextLine, TextRow } from './pdf-lines.ts';

/** Share of rows that may cross the space between two columns, as merged cells do. */
const CROSSING_MAX = 0.1;

interface TableRow {
  y: number;
  bottom: number;
  cells: string[];
}

interface Table {
  text: string;
  /** Its rows are `rows.slice(from, to)`. */
  from: number;
  to: number;
}

const isWide = (row: TextRow) => row.cells.length > 1;

/** Returns the table that rows make: cells under each other, with the empty ones. */
export function tableOf(rows: readonly TextRow[]): Table | undefined {
  const from = rows.findIndex(isWide);
  const last = rows.findLastIndex(isWide);
  if (from < 0) return undefined;
  const to = endOf(rows, last + 1);
  const some = rows.slice(from, to);
  const boundaries = boundariesOf(some);
  const columns = boundaries.length + 1;
  const wide = some.filter(isWide).length;
  if (columns < 2 || wide < (columns > 2 ? 2 : 3) || wide < some.length * 0.25) return undefined;
  const filled = joinWrapped(
    some.map((row) => ({ y: row.y, bottom: row.bottom, cells: cellsOf(row.cells, boundaries) })),
    median(some.flatMap(({ cells }) => cells.map(({ size }) => size))),
  );
  if (filled.length < 2) return undefined;
  return {
    text: filled.map(({ cells }) => cells.join(' | ').replace(/[ |]+$/, '')).join('\n'),
    from,
    to,
  };
}

/** Lines after the last row of several cells belong to it where they continue a cell that is not its first. */
function endOf(rows: readonly TextRow[], end: number): number {
  let to = end;
  const before = rows[end - 1];
  for (; to < rows.length; to += 1) {
    const [row, above] = [rows[to], rows[to - 1]];
    const [cell] = row?.cells ?? [];
    if (row === undefined || above === undefined || cell === undefined) break;
    const isBeside = before?.cells.slice(1).some(({ x }) => Math.abs(x - cell.x) < cell.size / 2);
    if (isBeside !== true || row.y - above.bottom > cell.size * 0.6) break;
  }
  return to;
}

/** Returns the spaces between columns: where hardly any row has text. */
function boundariesOf(rows: readonly TextRow[]): Interval[] {
  const edges = rows
    .filter((row) => row.cells.length > 1)
    .flatMap((row) => row.cells)
    .flatMap(({ x, width }) => [
      { x, step: 1 },
      { x: x + width, step: -1 },
    ])
    .sort((a, b) => a.x - b.x || b.step - a.step);
  const most = Math.floor(rows.length * CROSSING_MAX);
  const boundaries: Interval[] = [];
  let covered = 0;
  let [starts, free] = [0, -Infinity];
  for (const { x, step } of edges) {
    if (step > 0) starts += 1;
    covered += step;
    if (covered <= most && step < 0) {
      free = x;
    } else if (covered === most + 1 && step > 0 && free > -Infinity && x - free > 2) {
      // A column has more than what may cross it.
      if (starts > most) boundaries.push({ from: free, to: x });
      starts = 0;
      free = -Infinity;
    }
  }
  return boundaries;
}

function cellsOf(cells: readonly TextLine[], boundaries: readonly Interval[]): string[] {
  const texts = Array.from({ length: boundaries.length + 1 }, () => '');
  for (const { x, width, text } of cells) {
    const at = boundaries.filter(
      ({ from, to }) => x >= (from + to) / 2 || x + width / 2 >= to,
    ).length;
    const before = texts[at] ?? '';
    texts[at] = before === '' ? text : `${before} ${text}`;
  }
  return texts;
}

/** Lines of one cell are one: those closer to the row above than rows are, or that continue its cells. */
function joinWrapped(rows: readonly TableRow[], size: number): TableRow[] {
  const whole = rows.filter(({ cells }) => cells[0] !== '');
  const pitch = median(whole.slice(1).map((row, at) => row.y - (whole[at]?.y ?? 0)));
  const joined: TableRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    if (above !== undefined && continues(row, above, { pitch, size })) {
      above.cells = above.cells.map((cell, at) => `${cell} ${row.cells[at] ?? ''}`.trim());
      above.bottom = row.bottom;
    } else {
      joined.push({ ...row });
    }
  }
  return joined;
}

function continues(
  row: TableRow,
  above: TableRow,
  { pitch, size }: { pitch: number; size: number },
): boolean {
  const gap = row.y - above.bottom;
  if (gap > size * 0.6) return false;
  const filled = row.cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
  if (filled.length === row.cells.length || filled.some((at) => above.cells[at] === ''))
    return false;
  const isTight = row.y - (above.bottom - size) < pitch * 0.85;
  const isText = filled.every((at) => /\p{L}{2}|^\p{Ll}/u.test(row.cells[at] ?? ''));
  if (row.cells[0] === '') return isText && (isTight || filled.length === 1);
  return isTight && isText && /^\p{Ll}/u.test(row.cells[0] ?? '');
}
