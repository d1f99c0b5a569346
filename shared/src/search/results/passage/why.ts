import type { SearchResult } from '@carrel/shared/contract';

import { ordinal } from '../../words.ts';

const LISTS = [
  ['words', 'by words'],
  ['meaning', 'by meaning'],
  ['rerank', 'after reranking'],
] as const;

/** Returns why a result is where it is: its place in each list, such as "2nd by words, 5th by meaning". */
export function whyText({ ranks }: Pick<SearchResult, 'ranks'>): string {
  return LISTS.flatMap(([list, name]) => {
    const rank = ranks[list];
    return rank === null ? [] : [`${ordinal(rank)} ${name}`];
  }).join(', ');
}

/** Returns the words of the query that are in a result, those that counted most first. */
export function matchedWords({ words }: Pick<SearchResult, 'words'>): string[] {
  const strongest = (words ?? []).toSorted((one, other) => other.weight - one.weight);
  return [...new Set(strongest.map(({ word }) => word))];
}

/** Returns the pages of a chunk, of which there is one at least, such as "Page 4" or "Pages 4 to 5". */
export function pagesText(pages: readonly number[]): string {
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  return first === last ? `Page ${first}` : `Pages ${first} to ${last}`;
}
