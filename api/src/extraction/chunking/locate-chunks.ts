import type { Block } from '../blocks/block.ts';
import { positionsOf, type ChunkPosition } from './chunk-position.ts';
import { chunkRanges, textOf, type ChunkRange, type ChunkSettings } from './chunk-text.ts';

/** A document, and the texts of chunks that were made from it in this order. */
export interface LocatingInput {
  blocks: readonly Block[];
  texts: readonly string[];
  /** As they are now, which may differ from those that the chunks were made with. */
  settings: ChunkSettings;
}

/** A chunk that was found; `number` is that of its text. */
export interface LocatedChunk extends ChunkPosition {
  number: number;
}

interface NumberedRange extends ChunkRange {
  number: number;
}

/** UTF-16 units searched for a chunk after others that were not found: more, the longer those are. */
const AFTER_MISSING = { least: 1000, most: 100_000 } as const;

/** Finds chunks in their document. One whose text is not there is left out. */
export function locateChunks({ blocks, texts, settings }: LocatingInput): LocatedChunk[] {
  const { text, starts, ranges } = chunkRanges(blocks, settings);
  const isSame =
    ranges.length === texts.length &&
    ranges.every((range, number) => textOf(text, range) === texts[number]);
  // Text that repeats itself can be located by splitting it again, not by a search.
  const found = isSame ? ranges.map(numbered) : searchChunks(text, texts);
  return positionsOf(blocks, starts, found).map((position, at) =>
    Object.assign({ number: found[at]?.number ?? at }, position),
  );
}

function numbered({ start, end }: ChunkRange, number: number): NumberedRange {
  return { number, start, end };
}

/** A chunk starts after the start of the one before and at most behind its end, and ends after it. */
function searchChunks(text: string, texts: readonly string[]): NumberedRange[] {
  const found: NumberedRange[] = [];
  let missing = 0;
  for (const [number, chunk] of texts.entries()) {
    const { start: before, end: covered } = found.at(-1) ?? { start: -1, end: 0 };
    const from = Math.max(before + 1, covered + 1 - chunk.length, 0);
    const reach =
      missing === 0 ? 0 : Math.min(AFTER_MISSING.least + 2 * missing, AFTER_MISSING.most);
    const latest = covered + spaceAt(text, covered) + reach;
    const within = text.slice(from, latest + chunk.length);
    // Its first line may be the repeated heading row of a table.
    const own = within.includes(chunk) ? chunk : chunk.slice(chunk.indexOf('\n') + 1);
    const at = within.indexOf(own);
    if (at < 0 || own === '') {
      missing += chunk.length;
    } else {
      found.push({ number, start: from + at, end: from + at + own.length });
      missing = 0;
    }
  }
  return found;
}

/** Returns the length of the white space at a place. */
function spaceAt(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at - from;
}
