import type { DocumentBlock } from '@carrel/shared/contract';

import { firstEndingAfter } from '../marks/marks.ts';
import type { TextRange } from '../marks/marks.ts';
import { fold } from './fold.ts';

/** Where the words of a link are in a passage. */
export interface FoundWords {
  /** In the order of the text; none overlaps another. */
  ranges: readonly TextRange[];
  /** Where most of the words are close together; undefined without any. */
  place: number | undefined;
}

/** Characters that a person sees at a glance. */
const GLANCE = 300;

const IN_WORD = /[\p{L}\p{N}]/u;

interface PlacedWord extends TextRange {
  word: number;
}

/**
 * Returns where words are in a range of the text, whatever their case and accents. A word that is nowhere
 * whole is found as a part of words: text of some scripts has no spaces between them.
 */
export function findWords(
  blocks: readonly DocumentBlock[],
  within: TextRange,
  words: readonly string[],
): FoundWords {
  const sought = words.map((word) => fold(word).text).filter((word) => word !== '');
  const near = sought.length === 0 ? [] : blocksIn(blocks, within);
  const found = sought.flatMap((needle, word) => {
    const all = near.flatMap((block) => placesIn(block, within, needle, word));
    const whole = all.filter(({ isWhole }) => isWhole);
    return whole.length > 0 ? whole : all;
  });
  const placed: PlacedWord[] = [];
  // Of two words at one place the longer one: the other is a part of it.
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= (placed.at(-1)?.end ?? 0)) placed.push(one);
  }
  return { ranges: placed, place: densest(placed) };
}

/** Whether a text has one of some words at least. */
export const hasWords = (text: string, words: readonly string[]): boolean =>
  findWords([{ kind: 'paragraph', text, start: 0 }], { start: 0, end: text.length }, words)
    .place !== undefined;

function blocksIn(blocks: readonly DocumentBlock[], { start, end }: TextRange): DocumentBlock[] {
  const ranges = blocks.map((block) => ({
    start: block.start,
    end: block.start + block.text.length,
  }));
  const first = firstEndingAfter(ranges, start);
  const rest = blocks.slice(first);
  const after = rest.findIndex((block) => block.start >= end);
  return after === -1 ? rest : rest.slice(0, after);
}

function placesIn(
  block: DocumentBlock,
  within: TextRange,
  needle: string,
  word: number,
): (PlacedWord & { isWhole: boolean })[] {
  const from = Math.max(0, within.start - block.start);
  // A sheet is one block: only what is needed of it is folded.
  const { text, places } = fold(block.text.slice(from, within.end - block.start));
  const found: (PlacedWord & { isWhole: boolean })[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const to = at + needle.length;
    const end = places === undefined ? to : (places[to] ?? within.end - block.start - from);
    found.push({
      word,
      start: block.start + from + (places === undefined ? at : (places[at] ?? 0)),
      end: Math.min(block.start + from + end, within.end),
      isWhole: !IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(to)),
    });
  }
  return found;
}

/** Returns the place from which on most different words are seen at a glance: the first of equal ones. */
function densest(placed: readonly PlacedWord[]): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const [index, { start }] of placed.entries()) {
    const near = new Set<number>();
    for (let at = index; (placed[at]?.end ?? Infinity) <= start + GLANCE; at += 1) {
      near.add(placed[at]?.word ?? 0);
    }
    if (near.size <= most) continue;
    most = near.size;
    best = start;
  }
  return best ?? placed[0]?.start;
}
