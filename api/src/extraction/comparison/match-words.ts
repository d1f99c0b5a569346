import { anchorsOf } from './anchors.ts';
import type { Range } from './range.ts';
import { shortestEdits } from './shortest-edits.ts';

export interface Matches {
  /** For each word of the first text the index of its word in the second, or -1. */
  matches: Int32Array;
  /** Whether some ranges were given up, so that more is marked than differs. */
  isCoarse: boolean;
}

/** Edits of a range whose shortest sequence is looked for, before and after anchors have split it. */
const EDITS = { first: 64, last: 192 } as const;
/** Steps that all ranges of two texts may take together; and of them those of each word that is looked for as an anchor. */
const STEPS = { all: 3_500_000, ofAnchor: 3 } as const;
/** Words in a row that may anchor a range: those that are once in both. Long ones first, as they mislead least. */
const ANCHOR_WORDS = [6, 3, 1] as const;

/**
 * Matches the words of two texts in order. Ends that are equal are cut off; a range with few edits is matched by
 * a shortest sequence of edits (Myers 1986); others are split at rows of words that both have once (as in patience
 * diff). Takes time proportional to the words, however different the texts are. Yields where others may go on.
 * @param isOver whether the time is over: what is left then counts as replaced
 */
export function* matchWords(
  a: Int32Array,
  b: Int32Array,
  isOver: () => boolean,
): Generator<void, Matches> {
  const matches = new Int32Array(a.length).fill(-1);
  const budget = { left: STEPS.all };
  let isCoarse = false;
  const stack: Range[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length }];
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    trim(a, b, range, matches);
    if (range.a === range.aEnd || range.b === range.bEnd) continue;
    if (budget.left < 0 || isOver()) {
      isCoarse = true;
      continue;
    }
    if (shortestEdits(a, b, range, { edits: EDITS.first, budget, matches })) continue;
    yield;
    budget.left -= STEPS.ofAnchor * (range.aEnd - range.a + range.bEnd - range.b);
    const split = yield* splitAtAnchors(a, b, range, matches);
    if (split !== undefined) {
      stack.push(...split);
      continue;
    }
    if (!shortestEdits(a, b, range, { edits: EDITS.last, budget, matches })) isCoarse = true;
    yield;
  }
  return { matches, isCoarse };
}

/** Matches what is equal at both ends of a range, and cuts it off. */
function trim(a: Int32Array, b: Int32Array, range: Range, matches: Int32Array): void {
  while (range.a < range.aEnd && range.b < range.bEnd && a[range.a] === b[range.b]) {
    matches[range.a] = range.b;
    range.a += 1;
    range.b += 1;
  }
  while (range.a < range.aEnd && range.b < range.bEnd && a[range.aEnd - 1] === b[range.bEnd - 1]) {
    range.aEnd -= 1;
    range.bEnd -= 1;
    matches[range.aEnd] = range.bEnd;
  }
}

/** Returns the ranges between the anchors of a range, which it matches; undefined where there are none. */
function* splitAtAnchors(
  a: Int32Array,
  b: Int32Array,
  range: Range,
  matches: Int32Array,
): Generator<void, Range[] | undefined> {
  for (const words of ANCHOR_WORDS) {
    const anchors = anchorsOf(a, b, range, words);
    yield;
    if (anchors.length === 0) continue;
    const split: Range[] = [];
    let from = { a: range.a, b: range.b };
    for (const [inA, inB] of anchors) {
      if (from.a > inA || from.b > inB) continue;
      if (from.a < inA || from.b < inB) split.push({ ...from, aEnd: inA, bEnd: inB });
      for (let at = 0; at < words; at += 1) matches[inA + at] = inB + at;
      from = { a: inA + words, b: inB + words };
    }
    if (from.a < range.aEnd || from.b < range.bEnd) {
      split.push({ ...from, aEnd: range.aEnd, bEnd: range.bEnd });
    }
    return split;
  }
  return undefined;
}
