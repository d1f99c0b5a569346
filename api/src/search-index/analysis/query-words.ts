import { SEARCH_LANGUAGES } from '@carrel/shared/contract';

import { EXACT, termsOf } from './terms.ts';
import { tokensOf, type Token } from './tokens.ts';

/** A word of a query, and the terms of an index that stand for it. */
export interface QueryWord {
  /** As it was typed, in lower case. */
  word: string;
  /** How often the query has it. */
  count: number;
  terms: { term: string; weight: number }[];
  /** Whether it may be the beginning of a word that is still being typed. */
  isLast: boolean;
}

/** What a word adds when a chunk has it as it is written, not only its stem. */
const EXACT_WEIGHT = 0.15;
/** The same for a compound such as "AB-12/3": its parts count as well. */
const COMPOUND_WEIGHT = 0.5;
/** Words that a search looks for; a longer query is cut. */
const WORDS_MAX = 100;

/**
 * Returns whether a token is the word "a", which the lists of stop words of some languages lack. Elsewhere
 * than at the beginning, "A" is a name, as in "vitamin A".
 */
export const isArticle = (text: string, { start, end }: Pick<Token, 'start' | 'end'>): boolean =>
  end - start === 1 && (text[start] === 'a' || (start === 0 && text[start] === 'A'));

/** Returns the words of a query that is asked in several languages, given as bits by their place in SEARCH_LANGUAGES. */
export function queryWords(query: string, languages: number): QueryWord[] {
  const asked = SEARCH_LANGUAGES.filter((_, index) => (languages & (1 << index)) !== 0);
  const words = new Map<string, QueryWord>();
  for (const token of tokensOf(query)) {
    if (isArticle(query, token)) continue;
    const known = words.get(token.text);
    const isLast = token.end === query.length && !token.isCompound;
    if (known !== undefined) {
      known.count += 1;
      known.isLast ||= isLast;
      continue;
    }
    const weights = new Map<string, number>();
    for (const language of asked) {
      for (const term of termsOf(token, language)) {
        const weight = token.isCompound
          ? COMPOUND_WEIGHT
          : term.startsWith(EXACT)
            ? EXACT_WEIGHT
            : 1;
        weights.set(term, weight);
      }
    }
    if (weights.size === 0) continue;
    const terms = [...weights].map(([term, weight]) => ({ term, weight }));
    words.set(token.text, { word: token.text, count: 1, terms, isLast });
    if (words.size === WORDS_MAX) break;
  }
  return [...words.values()];
}
