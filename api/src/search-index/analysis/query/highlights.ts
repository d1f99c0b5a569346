import { parseQuery } from './parse-query.ts';
import { languagesOfBits, queryWords } from './query-words.ts';
import { tokensOf } from '../text/tokens.ts';
import type { WordForms } from '../languages/word-forms.ts';

/** Ranges marked in one text. */
const RANGES_MAX = 200;
/** Letters of a word that is still being typed. */
const BEGINNING_MIN = 3;

/** Few words begin like a word that is asked, and only their stems are looked at. */
const isForm = ({ beginnings, weightOf }: WordForms, text: string): boolean =>
  (beginnings.length === 0 || beginnings.some((each) => text.startsWith(each))) &&
  weightOf(text) > 0;

/** Returns where texts have words of the query, as ranges of UTF-16 code units that do not overlap. */
export function highlightsOf(
  query: string,
  languages: number,
  texts: readonly string[],
): [number, number][][] {
  const { words } = queryWords(parseQuery(query).text, languagesOfBits(languages));
  const terms = new Set(words.flatMap(({ word, variants }) => [word, ...variants]));
  const capitals = new Set(
    words.flatMap(({ capital }) => (capital === undefined ? [] : [capital])),
  );
  const grams = new Set(words.flatMap((word) => word.grams));
  const single = words.find(
    ({ word, grams: own }) => own.length > 0 && Array.from(word).length === 1,
  )?.word;
  const beginning = words.find(({ isLast, forms }) => isLast && forms !== undefined)?.word;
  const cached = new Map<string, boolean>();
  const isWord = (text: string): boolean => {
    let isMarked = cached.get(text);
    if (isMarked === undefined) {
      isMarked =
        terms.has(text) ||
        words.some(({ forms }) => forms !== undefined && isForm(forms, text)) ||
        (beginning !== undefined &&
          beginning.length >= BEGINNING_MIN &&
          text.startsWith(beginning));
      cached.set(text, isMarked);
    }
    return isMarked;
  };
  return texts.map((text) => {
    const ranges: [number, number][] = [];
    for (const { text: token, start, end, kind } of tokensOf(text)) {
      if (ranges.length === RANGES_MAX) break;
      const isMarked =
        kind === 'gram'
          ? grams.has(token) || (single !== undefined && token.startsWith(single))
          : kind === 'capital'
            ? capitals.has(token)
            : kind !== 'pair' && !capitals.has(`!${token}`) && isWord(token);
      if (!isMarked) continue;
      const last = ranges.at(-1);
      if (last === undefined || start >= last[1]) ranges.push([start, end]);
      else if (end > last[1] && kind === 'gram') last[1] = end;
    }
    return ranges;
  });
}
