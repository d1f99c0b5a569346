import { isChinese, isRightToLeft } from './scripts.ts';

/** A piece of text and its position, in points from the top left of the page as its reader holds it. */
export interface TextRun {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
  /** Whether a space is drawn before it. */
  spaced?: boolean;
  /** Level of the heading that tags say it is. */
  level?: number | undefined;
}

/** A line of text within one column, or a cell of it. */
export interface TextLine extends TextRun {
  /** Height of the tallest run: the font size. */
  size: number;
}

/** Texts beside each other, from the left; gaps that are wider than between words separate them. */
export interface TextRow {
  y: number;
  bottom: number;
  cells: TextLine[];
}

/** Rows above that a run is compared with: those beside a picture or a large letter. */
const ROWS_OPEN = 6;
/** A gap between words and between cells, in heights of the letters. */
const GAP = { word: 0.13, chinese: 0.5, cell: 0.75, list: 5 } as const;

const MARK = /^(?:\[x\]|[•●○◦▪■□‣∙·–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])$/u;
const LEADER_END = /(?:[._…·]\s?){3,}$/u;
const LEADER_START = /^(?:[._…·]\s?){3,}/u;

const SPACED_CHINESE =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー][ \u3000]+){2,}[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;

/** Joins runs beside each other into rows, from the top. */
export function rowsOf(runs: readonly TextRun[]): TextRow[] {
  const rows: { band: TextRun; runs: TextRun[] }[] = [];
  for (const run of [...runs].sort((a, b) => a.y + a.height / 2 - (b.y + b.height / 2))) {
    let row;
    for (let at = rows.length - 1; row === undefined && at >= rows.length - ROWS_OPEN; at -= 1) {
      const candidate = rows[at];
      if (candidate === undefined) break;
      if (isSameLine(run, candidate.band)) row = candidate;
    }
    if (row === undefined) {
      rows.push({ band: run, runs: [run] });
    } else {
      row.runs.push(run);
      if (run.height > row.band.height) row.band = run;
    }
  }
  return rows.map((row) => rowOf(row.runs)).sort((a, b) => a.y - b.y);
}

function isSameLine(a: TextRun, b: TextRun): boolean {
  const [small, large] = a.height < b.height ? [a, b] : [b, a];
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (overlap <= small.height / 2) return false;
  // A letter over several lines stands beside them.
  return large.height < small.height * 2.2 || Math.abs(baseOf(a) - baseOf(b)) < small.height / 2;
}

const baseOf = (run: TextRun) => run.y + run.height * 0.8;

function rowOf(runs: TextRun[]): TextRow {
  runs.sort((a, b) => a.x - b.x);
  const groups: TextRun[][] = [];
  let end = -Infinity;
  for (const run of runs) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group === undefined || before === undefined || separates(before, run, run.x - end)) {
      groups.push([run]);
    } else {
      group.push(run);
    }
    end = Math.max(end, run.x + run.width);
  }
  const cells = groups.map(lineOf).filter(({ text }) => text !== '');
  return {
    y: Math.min(...cells.map((cell) => cell.y)),
    bottom: Math.max(...cells.map((cell) => cell.y + cell.height)),
    cells,
  };
}

function separates(before: TextRun, run: TextRun, gap: number): boolean {
  const size = Math.max(before.height, run.height);
  if (gap <= size * GAP.cell) return false;
  if (gap <= size * GAP.list && MARK.test(before.text.trim())) return false;
  return !LEADER_END.test(before.text) && !LEADER_START.test(run.text);
}

/** Joins runs of one line in the order in which they are read. */
export function lineOf(runs: readonly TextRun[]): TextLine {
  let text = '';
  let before: TextRun | undefined;
  for (const run of readingOrder(runs)) {
    if (before !== undefined) {
      const gap = Math.max(run.x - before.x - before.width, before.x - run.x - run.width);
      const chinese = isChinese(text.at(-1)) && isChinese(run.text.at(0));
      const least = Math.max(run.height, before.height) * (chinese ? GAP.chinese : GAP.word);
      const isApart =
        gap > least ||
        (run.spaced === true && !chinese && gap > 0) ||
        isNoteMark(run, before, text);
      if (isApart && !/\s$/.test(text) && !/^\s/.test(run.text)) text += ' ';
    }
    text += run.text;
    before = run;
  }
  const x = Math.min(...runs.map((run) => run.x));
  const y = Math.min(...runs.map((run) => run.y));
  const size = Math.max(...runs.map((run) => run.height));
  const end = Math.max(...runs.map((run) => run.x + run.width));
  const [{ level } = {}] = runs;
  const isHeading = level !== undefined && runs.every((run) => run.level === level);
  return {
    x,
    y,
    width: end - x,
    height: size,
    size,
    text: closed(text.trim()),
    ...(isHeading && { level }),
  };
}

/** A title whose Chinese letters all stand apart is one word. */
const closed = (text: string) =>
  SPACED_CHINESE.test(text) ? text.replace(/[ \u3000]+/gu, '') : text;

/** Whether a run is the raised number of a note behind a word, or the minutes behind an hour. */
function isNoteMark(run: TextRun, before: TextRun, text: string): boolean {
  const isRaised =
    run.height < before.height * 0.85 && baseOf(run) < baseOf(before) - run.height * 0.15;
  return isRaised && /^\d+$/.test(run.text.trim()) && /\p{L}{3}$|[\p{N}.,;:!?)”"]$/u.test(text);
}

/** Right-to-left runs are read from the right, numbers and Latin between them from the left. */
function readingOrder(runs: readonly TextRun[]): TextRun[] {
  const sorted = [...runs].sort((a, b) => a.x - b.x);
  if (!sorted.some((run) => isRightToLeft(run.text))) return sorted;
  let balance = 0;
  for (const { text } of sorted) balance += isRightToLeft(text) ? text.length : 0;
  for (const { text } of sorted)
    balance -= text.match(/[\p{L}--[\p{Script=Arabic}\p{Script=Hebrew}]]/gv)?.length ?? 0;
  const base = balance >= 0;
  const ordered: TextRun[] = [];
  let streak: TextRun[] = [];
  for (const run of base ? sorted.toReversed() : sorted) {
    const against = base
      ? /[\p{L}\p{N}]/u.test(run.text) && !isRightToLeft(run.text)
      : isRightToLeft(run.text);
    if (against) {
      streak.unshift(run);
    } else {
      ordered.push(...streak, run);
      streak = [];
    }
  }
  return [...ordered, ...streak];
}

/** The cells of a row as one line. */
export function wholeLine({ cells }: TextRow): TextLine {
  return lineOf(cells);
}
