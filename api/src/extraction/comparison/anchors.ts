import type { Range } from './range.ts';

/** Indexes of a row of words in both texts. */
export type Anchor = readonly [inA: number, inB: number];

const TWICE = -2;

/**
 * Returns rows of `words` words that are once in both sides of a range, in an order that both have: as many as
 * possible.
 */
export function anchorsOf(a: Int32Array, b: Int32Array, range: Range, words: number): Anchor[] {
  const inA = onceIn(a, range.a, range.aEnd, words);
  if (inA.size === 0) return [];
  const inB = onceIn(b, range.b, range.bEnd, words);
  const common: Anchor[] = [];
  // In the order of the first text, as it was read.
  for (const [row, at] of inA) {
    if (at === TWICE) continue;
    const there = inB.get(row);
    if (there === undefined || there === TWICE) continue;
    // Different rows may have one hash.
    if (isEqual(a, at, b, there, words)) common.push([at, there]);
  }
  return inOrder(common);
}

/** Where rows of words begin that are once in a range, by their hashes. */
function onceIn(ids: Int32Array, from: number, to: number, words: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = from; at + words <= to; at += 1) {
    let row = 0;
    for (let word = 0; word < words; word += 1) {
      row = (Math.imul(row, 0x01000193) ^ (ids[at + word] ?? 0)) | 0;
      row = Math.imul(row ^ (row >>> 15), 0x2c1b3c6d);
    }
    found.set(row, found.has(row) ? TWICE : at);
  }
  return found;
}

function isEqual(a: Int32Array, inA: number, b: Int32Array, inB: number, words: number): boolean {
  for (let at = 0; at < words; at += 1) if (a[inA + at] !== b[inB + at]) return false;
  return true;
}

/** The longest part of anchors, which are in the order of the first text, that is in the order of the second. */
function inOrder(anchors: readonly Anchor[]): Anchor[] {
  const tails: number[] = [];
  const before = new Int32Array(anchors.length).fill(-1);
  for (const [index, [, inB]] of anchors.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((anchors[tails[middle] ?? 0]?.[1] ?? 0) < inB) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  }
  const longest: Anchor[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor !== undefined) longest.push(anchor);
  }
  return longest.toReversed();
}
