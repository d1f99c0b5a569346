import { tokensOf } from '../analysis/text/tokens.ts';
import type { FoundWords } from './find-words.ts';
import type { OpenIndexes } from './index-reader.ts';
import { TermLookup, type OpenIndex } from './term-lookup.ts';
import type { WordSearch } from './word-messages.ts';

/** Words that are looked for in one query: each looks at all that begin alike. */
const SUGGESTED_MAX = 3;
/** Letters of a word that is short: most others differ in one letter, such as "many" and "may". */
const SHORT_MAX = 4;

/**
 * Returns a query with the nearest word that is in a document for each word that is in none; undefined where all are
 * in some, or nothing is near. A short word stays where another one is found. What `open` lacks is noted.
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
  const missing = words.filter(
    ({ word, forms, joins, isLast }, place) =>
      !found.has(place) &&
      (found.size === 0 || word.length > SHORT_MAX) &&
      forms !== undefined &&
      joins === undefined &&
      !(isLast && suggest === 'typing'),
  );
  // A text that is pasted from elsewhere has no mistakes, but other words.
  if (missing.length > SUGGESTED_MAX) return undefined;
  for (const { word } of missing) {
    const near = lookup.nearest(word);
    if (near !== undefined) nearest.set(word, near);
  }
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
