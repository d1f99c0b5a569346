import { SEARCH_LANGUAGES } from '@carrel/shared/contract';

import { isArticle, queryWords } from './query-words.ts';
import { termsOf } from './terms.ts';
import { tokensOf } from './tokens.ts';

/** Ranges marked in one text. */
const RANGES_MAX = 200;

/** Returns where texts have words of the query, as ranges of UTF-16 code units. Adjacent ones are not joined. */
export function highlightsOf(
  query: string,
  languages: number,
  texts: readonly string[],
): [number, number][][] {
  const words = queryWords(query, languages);
  const terms = new Set(words.flatMap((word) => word.terms.map(({ term }) => term)));
  const beginning = words.find(({ isLast }) => isLast)?.word;
  const asked = SEARCH_LANGUAGES.filter((_, index) => (languages & (1 << index)) !== 0);
  return texts.map((text) => {
    const ranges: [number, number][] = [];
    for (const token of tokensOf(text)) {
      if (ranges.length === RANGES_MAX) break;
      if (isArticle(text, token)) continue;
      const isMarked =
        asked.some((language) => termsOf(token, language).some((term) => terms.has(term))) ||
        (beginning !== undefined && beginning.length > 2 && token.text.startsWith(beginning));
      const last = ranges.at(-1);
      if (isMarked && (last === undefined || token.start >= last[1])) {
        ranges.push([token.start, token.end]);
      }
    }
    return ranges;
  });
}
