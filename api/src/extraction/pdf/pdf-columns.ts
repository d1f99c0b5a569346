import type { Block } from '../blocks/block.ts';
import { joinText, linesOf, type TextLine, type TextRun } from './pdf-lines.ts';

/** Lines that each side needs before it counts as a column. */
const LINES_MIN = 8;
/** Share of a page's runs that may span both columns. */
const CROSSING_MAX = 0.15;

/**
 * Returns the x between the two columns of a page, if it has two. Cells of a table leave their columns
 * half empty; lines of running text fill them.
 */
export function findGutter(runs: readonly TextRun[]): number | undefined {
  if (runs.length < 2 * LINES_MIN) return undefined;
  const left = Math.min(...runs.map((run) => run.x));
  const right = Math.max(...runs.map((run) => run.x + run.width));
  const width = right - left;
  let best: { x: number; crossing: number } | undefined;
  for (let x = left + width * 0.25; x < left + width * 0.75; x += 2) {
    const crossing = runs.filter((run) => run.x < x - 1 && run.x + run.width > x + 1).length;
    if (best === undefined || crossing < best.crossing) best = { x, crossing };
  }
  if (best === undefined || best.crossing > runs.length * CROSSING_MAX) return undefined;
  const { x } = best;
  const isColumn = (side: TextRun[], space: number) => {
    const lines = linesOf(side);
    return lines.length >= LINES_MIN && median(lines.map((line) => line.width)) > space * 0.7;
  };
  const both =
    isColumn(
      runs.filter((run) => run.x + run.width <= x + 1),
      x - left,
    ) &&
    isColumn(
      runs.filter((run) => run.x >= x - 1),
      right - x,
    );
  return both ? x : undefined;
}

/** Reads a page column by column; lines that span both (a title, a caption) separate them. */
export function columnBlocks(runs: readonly TextRun[], gutter: number): Block[] {
  const bodySize = median(linesOf(runs).map((line) => line.size));
  const blocks: Block[] = [];
  const addLines = (some: readonly TextRun[]) => {
    blocks.push(...paragraphsOf(linesOf(some), bodySize));
  };
  let rest = [...runs];
  for (const band of spanningBands(runs, gutter, bodySize)) {
    const above = rest.filter((run) => middleOf(run) < band.top);
    addLines(above.filter((run) => run.x < gutter - 1));
    addLines(above.filter((run) => run.x >= gutter - 1));
    addLines(rest.filter((run) => middleOf(run) >= band.top && middleOf(run) <= band.bottom));
    rest = rest.filter((run) => middleOf(run) > band.bottom);
  }
  addLines(rest.filter((run) => run.x < gutter - 1));
  addLines(rest.filter((run) => run.x >= gutter - 1));
  return blocks;
}

/** Returns where lines span the gutter. Spanning lines near each other are one band (title and authors). */
function spanningBands(
  runs: readonly TextRun[],
  gutter: number,
  bodySize: number,
): { top: number; bottom: number }[] {
  const bands: { top: number; bottom: number }[] = [];
  for (const line of linesOf(runs.filter((run) => spans(run, gutter)))) {
    const last = bands.at(-1);
    const bottom = line.y + line.height;
    if (last !== undefined && line.y - last.bottom < bodySize * 3) last.bottom = bottom;
    else bands.push({ top: line.y, bottom });
  }
  return bands;
}

function spans(run: TextRun, gutter: number): boolean {
  return run.x < gutter - 1 && run.x + run.width > gutter + 1;
}

function middleOf(run: TextRun): number {
  return run.y + run.height / 2;
}

function paragraphsOf(lines: readonly TextLine[], bodySize: number): Block[] {
  const margin = Math.min(...lines.map((line) => line.x));
  const pitch = median(lines.slice(1).map((line, at) => line.y - (lines[at]?.y ?? 0)));
  const groups: TextLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (
      group === undefined ||
      previous === undefined ||
      startsParagraph(line, previous, margin, pitch)
    ) {
      groups.push([line]);
    } else {
      group.push(line);
    }
  }
  return groups.map((group) => blockOf(group, bodySize)).filter(({ text }) => text !== '');
}

function startsParagraph(
  line: TextLine,
  previous: TextLine,
  margin: number,
  pitch: number,
): boolean {
  const indented = line.x > margin + line.size * 0.7 && previous.x <= margin + previous.size * 0.3;
  const apart = line.y - previous.y > Math.max(pitch, line.size) * 1.5;
  const resized = Math.abs(line.size - previous.size) > Math.max(line.size, previous.size) * 0.15;
  return indented || apart || resized;
}

function blockOf(lines: readonly TextLine[], bodySize: number): Block {
  const text = lines.reduce((joined, line) => joinText(joined, line.text), '').trim();
  const size = median(lines.map((line) => line.size));
  const isHeading = size > bodySize * 1.12 && text.length < 150 && /\p{L}{3}/u.test(text);
  return isHeading ? { kind: 'heading', level: 2, text } : { kind: 'paragraph', text };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
