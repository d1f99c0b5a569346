import type { Block } from '../blocks/block.ts';
import type { ChunkRange } from './chunk-text.ts';
import { rowsOf, tablesOf } from './table-rows.ts';

/** Headings of a trail, and UTF-16 units of one. */
const TRAIL_MAX = { headings: 6, length: 200 } as const;

/** Where a chunk is in its document. `start` and `end` count UTF-16 units of the document's whole text. */
export interface ChunkPosition extends ChunkRange {
  /** The first and the last page or slide that it touches, from 1, where the format has them. */
  pageFirst?: number;
  pageLast?: number;
  /**
   * The headings that it stands under, outermost first. A heading that it begins with is one of them. Behind
   * them stands which rows it holds of a table that is in several chunks.
   */
  headings: string[];
  /** How sure OCR is of its text, from 0 to 100; absent where none of it is from OCR. */
  confidence?: number;
}

/** Returns the positions of ranges that are ordered by their starts. `starts` are those of the blocks. */
export function positionsOf(
  blocks: readonly Block[],
  starts: readonly number[],
  ranges: readonly ChunkRange[],
): ChunkPosition[] {
  const tables = tablesOf(blocks, starts);
  const trailOf = trails(blocks, starts);
  return ranges.map(({ start, end }) => {
    const { first, headings: above } = trailOf({ start, end });
    const rows = rowsOf(tables, start, end);
    const headings = rows === undefined ? above : [...above, rows];
    const confidence = confidenceOf(blocks, starts, first, { start, end });
    return { start, end, ...pagesOf(blocks, starts, first, end), headings, ...confidence };
  });
}

/** Returns a function that has the headings of ranges, which are ordered by their starts, and their first block. */
export function trails(
  blocks: readonly Block[],
  starts: readonly number[],
): (range: ChunkRange) => { first: number; headings: string[] } {
  let trail: readonly Heading[] = [];
  /** The first block after those whose start is known to be before the range. */
  let next = 0;
  return ({ start, end }) => {
    for (; (starts[next] ?? Infinity) <= start; next += 1) trail = under(trail, blocks[next]);
    const first = Math.max(0, next - 1);
    const headings = leadingTrail(trail, blocks, first, starts, end);
    return { first, headings: headings.map(({ text }) => text) };
  };
}

interface Heading {
  level: number;
  text: string;
}

/** Returns the headings in force after a block. */
function under(trail: readonly Heading[], block: Block | undefined): readonly Heading[] {
  const outer = block?.startsSlide === true ? [] : trail;
  if (block?.kind !== 'heading') return outer;
  const level = block.level ?? 1;
  const text = titleOf(block.text);
  const above = outer.filter((heading) => heading.level < level);
  return text === '' ? above : [...above, { level, text }];
}

/** Adds the subheadings that directly follow a heading at which the chunk begins. */
function leadingTrail(
  trail: readonly Heading[],
  blocks: readonly Block[],
  first: number,
  starts: readonly number[],
  end: number,
): readonly Heading[] {
  let headings = trail;
  for (let at = first; (starts[at + 1] ?? Infinity) < end; at += 1) {
    const [block, next] = [blocks[at], blocks[at + 1]];
    const leads = block?.kind === 'heading' && next?.kind === 'heading';
    if (!leads || (next.level ?? 1) <= (block.level ?? 1)) break;
    headings = under(headings, next);
  }
  return headings.slice(0, TRAIL_MAX.headings);
}

function pagesOf(
  blocks: readonly Block[],
  starts: readonly number[],
  first: number,
  end: number,
): Pick<ChunkPosition, 'pageFirst' | 'pageLast'> {
  let [pageFirst, pageLast] = [Infinity, 0];
  for (let at = first; (starts[at] ?? Infinity) < end; at += 1) {
    const page = blocks[at]?.page;
    if (page === undefined) continue;
    pageFirst = Math.min(pageFirst, page);
    pageLast = Math.max(pageLast, page);
  }
  return pageLast === 0 ? {} : { pageFirst, pageLast };
}

/** The mean of the text that is from OCR, by its length. */
function confidenceOf(
  blocks: readonly Block[],
  starts: readonly number[],
  first: number,
  { start, end }: ChunkRange,
): Pick<ChunkPosition, 'confidence'> {
  let [sum, length] = [0, 0];
  for (let at = first; (starts[at] ?? Infinity) < end; at += 1) {
    const { confidence, text = '' } = blocks[at] ?? {};
    const from = starts[at] ?? 0;
    const inside = Math.min(end, from + text.length) - Math.max(start, from);
    if (confidence === undefined || inside <= 0) continue;
    sum += confidence * inside;
    length += inside;
  }
  return length === 0 ? {} : { confidence: Math.round((10 * sum) / length) / 10 };
}

/** Returns a heading as one short line. */
function titleOf(text: string): string {
  const line = text
    .slice(0, 10 * TRAIL_MAX.length)
    .replace(/\s+/g, ' ')
    .trim();
  // Not through a surrogate pair.
  return line
    .slice(0, TRAIL_MAX.length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
