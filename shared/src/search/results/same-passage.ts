import type { SearchResult } from '@carrel/shared/contract';

/** Share of a passage that another one has, from which on they say the same. */
const SAME = 0.5;

const plain = ({ text }: SearchResult) => text.replaceAll(/\s+/g, ' ').trim();

/** Whether two passages of one document have the same text, or more than half of one. */
function isSame(one: SearchResult, other: SearchResult): boolean {
  if (plain(one) === plain(other)) return true;
  const [from, to] = [one.chunk.start, one.chunk.end];
  const [otherFrom, otherTo] = [other.chunk.start, other.chunk.end];
  if (typeof from !== 'number' || typeof to !== 'number') return false;
  if (typeof otherFrom !== 'number' || typeof otherTo !== 'number') return false;
  const common = Math.min(to, otherTo) - Math.max(from, otherFrom);
  return common > SAME * Math.min(to - from, otherTo - otherFrom);
}

/** Returns the passages of a document that say something else than those before them, and than what is shown already. */
export function distinctPassages(
  results: readonly SearchResult[],
  shown: SearchResult,
): SearchResult[] {
  const distinct = [shown];
  for (const result of results) {
    if (!distinct.some((other) => isSame(other, result))) distinct.push(result);
  }
  return distinct.slice(1);
}
