import type { Range } from './range.ts';
import type { Words } from './words-of.ts';

/** Words in a row that stay between two changes, and are marked with them: few short ones only disturb reading. */
const BETWEEN = { words: 2, units: 6 } as const;
/** Words of each of the changes around them. */
const AROUND = 4;

/** Returns the ranges of words that were removed, added, or replaced, in their order. */
export function changesOf(a: Words, b: Words, matches: Int32Array): Range[] {
  const changes: Range[] = [];
  let inA = 0;
  let inB = 0;
  const add = (change: Range) => {
    if (change.a === change.aEnd && change.b === change.bEnd) return;
    const last = changes.at(-1);
    if (last !== undefined && isOneWith(a, last, change)) {
      last.aEnd = change.aEnd;
      last.bEnd = change.bEnd;
    } else changes.push(change);
  };
  for (let at = 0; at < a.count; at += 1) {
    const there = matches[at] ?? -1;
    if (there < 0) continue;
    if (at > inA || there > inB) add({ a: inA, aEnd: at, b: inB, bEnd: there });
    inA = at + 1;
    inB = there + 1;
  }
  add({ a: inA, aEnd: a.count, b: inB, bEnd: b.count });
  return changes;
}

const sizeOf = ({ a, aEnd, b, bEnd }: Range) => aEnd - a + bEnd - b;

function isOneWith({ starts, ends }: Words, last: Range, next: Range): boolean {
  const words = next.a - last.aEnd;
  if (words > BETWEEN.words || sizeOf(last) < AROUND || sizeOf(next) < AROUND) return false;
  return (ends[next.a - 1] ?? 0) - (starts[last.aEnd] ?? 0) <= BETWEEN.units;
}
