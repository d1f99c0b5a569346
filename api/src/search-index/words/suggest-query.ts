import { tokensOf } from '../analysis/text/tokens.ts';
import type { FoundWords } from './find-words.ts';
import type { OpenIndexes } from './index-reader.ts';
import { TermLookup, type OpenIndex } from './term-lookup.ts';
import type { WordSearch } from './word-messages.ts';

/**
 * Returns a query with the nearest word that is in a document for each word that is in none; undefined where all are
 * in some, or nothing is near. What `open` lacks is noted.
 */
export function suggestQuery(
  open: OpenIndexes,
  indexes: readonly OpenIndex[],
  { query, suggest }: Pick<WordSearch, 'query' | 'suggest'>,
  { words, groups }: Pick<FoundWords, 'words' | 'groups'>,
): string | undefined {
  const found = new Set(groups.flatMap(({ word, isOfParts }) => (isOfParts ? [] : [word])));
  const lookup = new TermLookup(open, indexes);
  const nearest = new Map<string, string>();
  words.forEach(({ word, forms, joins, isLast }, place) => {
    if (isLast && suggest === 'typing') return;
    if (found.has(place) || forms === undefined || joins !== undefined) return;
    const near = lookup.nearest(word);
    if (near !== undefined) nearest.set(word, near);
  });
  if (nearest.size === 0) return undefined;
  let suggestion = '';
  let at = 0;
  for (const { text, kind, start, end } of tokensOf(query)) {
    const near = kind === 'word' ? nearest.get(text) : undefined;
    if (near === undefined || start < at) continue;
    suggestion += query.slice(at, start) + near;
    at = end;
  }
  return suggestion + query.slice(at);
}
