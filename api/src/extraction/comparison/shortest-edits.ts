import type { Range } from './range.ts';

interface Search {
  /** Words that may be removed or added at most. */
  edits: number;
  /** Comparisons that are left for all ranges. */
  budget: { left: number };
  matches: Int32Array;
}

/**
 * Matches a range by a shortest sequence of edits (Myers, An O(ND) Difference Algorithm, 1986). Returns false, and
 * matches nothing, where it takes more edits or comparisons.
 */
export function shortestEdits(
  a: Int32Array,
  b: Int32Array,
  range: Range,
  { edits, budget, matches }: Search,
): boolean {
  const aCount = range.aEnd - range.a;
  const bCount = range.bEnd - range.b;
  if (Math.abs(aCount - bCount) > edits) return false;
  const most = Math.min(edits, aCount + bCount);
  /** How far each diagonal reaches in `a`, after each number of edits. */
  const reached: Int32Array[] = [];
  let furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edit = 0; edit <= most; edit += 1) {
    for (let diagonal = -edit; diagonal <= edit; diagonal += 2) {
      const before = furthest[middle + diagonal - 1] ?? 0;
      const after = furthest[middle + diagonal + 1] ?? 0;
      const isAdded = diagonal === -edit || (diagonal !== edit && before < after);
      let inA = isAdded ? after : before + 1;
      const start = inA;
      while (
        inA < aCount &&
        inA - diagonal < bCount &&
        a[range.a + inA] === b[range.b + inA - diagonal]
      ) {
        inA += 1;
      }
      budget.left -= 1 + inA - start;
      furthest[middle + diagonal] = inA;
      if (inA >= aCount && inA - diagonal >= bCount) {
        matchBack(range, { reached, edit, middle, diagonal, inA }, matches);
        return true;
      }
    }
    if (budget.left < 0) return false;
    reached.push(furthest);
    furthest = furthest.slice();
  }
  return false;
}

interface Path {
  reached: readonly Int32Array[];
  edit: number;
  middle: number;
  diagonal: number;
  inA: number;
}

/** Follows the edits back to the beginning, and matches the words between them. */
function matchBack(range: Range, { reached, middle, ...end }: Path, matches: Int32Array): void {
  let { diagonal, inA } = end;
  for (let edit = end.edit; edit > 0; edit -= 1) {
    const furthest = reached[edit - 1];
    const before = furthest?.[middle + diagonal - 1] ?? 0;
    const after = furthest?.[middle + diagonal + 1] ?? 0;
    const isAdded = diagonal === -edit || (diagonal !== edit && before < after);
    const start = isAdded ? after : before + 1;
    while (inA > start) {
      inA -= 1;
      matches[range.a + inA] = range.b + inA - diagonal;
    }
    diagonal += isAdded ? 1 : -1;
    inA = isAdded ? after : before;
  }
  while (inA > 0) {
    inA -= 1;
    matches[range.a + inA] = range.b + inA - diagonal;
  }
}
