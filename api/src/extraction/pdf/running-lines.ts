import { median } from './pdf-columns.ts';
import { rowsOf, wholeLine, type TextRun } from './pdf-lines.ts';

/** Rows at the head and at the foot of a page that may be on others as well. */
const ROWS = 3;
/** Pages that a line has to be on. */
const PAGES_MIN = 3;
/** The margin above a text, in points: a line below it that counts is a heading, as "Section 2". */
const MARGIN = 60;

interface EdgeRow {
  page: number;
  runs: readonly TextRun[];
  text: string;
  key: string;
  /** Whether it may be the heading of its page, or all of it. */
  isHeading: boolean;
}

/**
 * Removes lines that are at the same place of several pages: all but the first of a running head, all of
 * the numbers of pages.
 */
export function withoutRunningLines(pages: readonly (readonly TextRun[])[]): TextRun[][] {
  const groups = new Map<string, EdgeRow[]>();
  for (const [page, runs] of pages.entries()) {
    for (const row of edgeRows(runs, page)) {
      const group = groups.get(row.key);
      if (group === undefined) groups.set(row.key, [row]);
      else group.push(row);
    }
  }
  const dropped = new Set<TextRun>();
  for (const group of groups.values()) {
    if (group.length < PAGES_MIN) continue;
    for (const row of repeatedRows(group)) for (const run of row.runs) dropped.add(run);
  }
  return pages.map((runs) => runs.filter((run) => !dropped.has(run)));
}

function repeatedRows(group: readonly EdgeRow[]): EdgeRow[] {
  const isNumber =
    /^[^\p{L}]*(?:page|seite|p\.|стр\.?|página|pagina|第)?[^\p{L}]*(?:of|von|de|sur|di|页|頁|ページ)?[^\p{L}]*$/iu;
  const byText = Map.groupBy(group, (row) => row.text);
  const same = [...byText.values()].filter((rows) => rows.length >= PAGES_MIN);
  if (!/\d/.test(group[0]?.text ?? '')) return same.flatMap((rows) => rows.slice(1));
  // The same but for one number, which counts the pages.
  const counting = [...numbersOf(group)].some((offsets) => {
    const usual = Math.max(
      ...[...Map.groupBy(offsets.filter(Number.isFinite), (offset) => offset).values()].map(
        (some) => some.length,
      ),
    );
    return usual >= Math.max(PAGES_MIN, offsets.length * 0.6);
  });
  if (!counting) return same.flatMap((rows) => rows.slice(1));
  return group.filter((row, at) => (at > 0 && !row.isHeading) || isNumber.test(row.text));
}

/** Differences between the numbers of a line and of its page, for each of the first of them and for the last. */
function numbersOf(group: readonly EdgeRow[]): number[][] {
  const numbers = group.map(({ text, page }) =>
    (text.match(/\d+/g) ?? []).map((number) => Number(number) - page),
  );
  return [0, 1, 2, 3, 4, -1].map((place) => numbers.map((some) => some.at(place) ?? NaN));
}

const isLarge = ([run]: readonly TextRun[], usual: number) => (run?.height ?? 0) > usual * 1.3;

/** The outer rows of a page that are apart from its text. */
function edgeRows(runs: readonly TextRun[], page: number): EdgeRow[] {
  const sorted = [...runs].sort((a, b) => a.y - b.y);
  const head = outerRows(sorted, 1);
  const usual = median(runs.map(({ height }) => height));
  const foot = outerRows(sorted.toReversed(), -1);
  return [...head, ...foot].map((some) => {
    const text = rowsOf(some)
      .map((row) => wholeLine(row).text)
      .join(' ');
    const y = Math.min(...some.map((run) => run.y));
    const isHeading =
      some.length === runs.length || (head.includes(some) && (y >= MARGIN || isLarge(some, usual)));
    const key = `${Math.round(y / 6)} ${text.replace(/\d+/g, '#')}`;
    return { page, runs: some, text, key, isHeading };
  });
}

/** Takes rows from one side until a gap; none where there is no gap within a few rows. */
function outerRows(sorted: readonly TextRun[], step: 1 | -1): TextRun[][] {
  const rows: TextRun[][] = [];
  let edge = 0;
  for (const run of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && first !== undefined) {
      if (Math.abs(run.y - first.y) < Math.min(run.height, first.height) * 0.5) {
        row.push(run);
        edge = step > 0 ? Math.max(edge, run.y + run.height) : Math.min(edge, run.y);
        continue;
      }
      const gap = step > 0 ? run.y - edge : edge - run.y - run.height;
      if (gap > first.height * 0.9) return rows;
      if (rows.length === ROWS) return [];
    }
    rows.push([run]);
    edge = step > 0 ? run.y + run.height : run.y;
  }
  return [];
}
