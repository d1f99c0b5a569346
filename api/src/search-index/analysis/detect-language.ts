import { SEARCH_LANGUAGES, type SearchLanguage } from '@carrel/shared/contract';

import { STOP_WORDS } from './languages/languages.ts';
import { tokensOf } from './text/tokens.ts';

/** Characters that are enough to tell a language. */
const SAMPLE = 4000;
/** Stop words of a language without which a text is too short to tell. */
const STOP_WORDS_MIN = 3;
/** The same for a text of few words, where the next language has clearly fewer. */
const SHORT_WORDS_MAX = 40;
const SHORT_STOP_WORDS_MIN = 2;
const CLEAR_LEAD = 1.5;

/** The languages of each stop word. */
const languagesOf = new Map<string, SearchLanguage[]>();
for (const language of SEARCH_LANGUAGES) {
  for (const word of STOP_WORDS[language]) {
    const languages = languagesOf.get(word);
    if (languages === undefined) languagesOf.set(word, [language]);
    else languages.push(language);
  }
}

/** Letters that only some languages have: they tell a text that is too short for stop words. */
const LETTERS: readonly [RegExp, SearchLanguage, weight: number][] = [
  [/[łżźśćńąę]/gu, 'polish', 1],
  [/[řůě]/gu, 'czech', 1],
  [/[ґєїі]/gu, 'ukrainian', 1],
  [/[ыэъё]/gu, 'russian', 1],
  [/[ğış]/gu, 'turkish', 1],
  [/[őű]/gu, 'hungarian', 1],
  [/[پچژگ]/gu, 'persian', 1],
  [/[ßäöü]/gu, 'german', 0.5],
  [/[ñ¿¡]/gu, 'spanish', 0.5],
  [/[ãõ]/gu, 'portuguese', 0.5],
  [/[țșă]/gu, 'romanian', 0.5],
  [/[æø]/gu, 'danish', 0.5],
  [/[œêîûëç]/gu, 'french', 0.5],
];
/** Letters of a language that count. The weight of one is compared with a stop word. */
const LETTERS_MAX = 8;

/**
 * Returns the language whose stop words and letters a text has most of; undefined for a text that has too few.
 * Scripts that only one language has need no detection.
 */
export function detectLanguage(text: string): SearchLanguage | undefined {
  const { scores, words } = scoresOf(text);
  const found = best(scores, words <= SHORT_WORDS_MAX ? SHORT_STOP_WORDS_MIN : STOP_WORDS_MIN);
  const score = found === undefined ? 0 : (scores.get(found) ?? 0);
  if (score >= STOP_WORDS_MIN) return found;
  const isClear = [...scores].every(
    ([language, other]) => language === found || score >= CLEAR_LEAD * other,
  );
  return isClear ? found : undefined;
}

/** Returns the language that a short text, such as a query, is the likeliest to be in; undefined where nothing tells. */
export const likeliestLanguage = (text: string): SearchLanguage | undefined =>
  best(scoresOf(text).scores, 0);

function scoresOf(text: string): { scores: Map<SearchLanguage, number>; words: number } {
  const sample = text.slice(0, SAMPLE);
  const words = [...tokensOf(sample)].flatMap(({ text: word, kind }) =>
    kind === 'word' || kind === 'whole' ? [word] : [],
  );
  const scores = stopWordScores(words);
  const lower = sample.toLowerCase();
  for (const [letters, language, weight] of LETTERS) {
    const count = Math.min(LETTERS_MAX, [...lower.matchAll(letters)].length);
    if (count > 0) scores.set(language, (scores.get(language) ?? 0) + count * weight);
  }
  return { scores, words: words.length };
}

/**
 * Returns the language that most stop words are of, out of `among`; undefined where there is none. A word of several
 * languages counts as a share of a word for each.
 */
export const likeliest = (
  words: Iterable<string>,
  among: readonly SearchLanguage[] = SEARCH_LANGUAGES,
): SearchLanguage | undefined => best(stopWordScores(words, among), 0);

function stopWordScores(
  words: Iterable<string>,
  among: readonly SearchLanguage[] = SEARCH_LANGUAGES,
): Map<SearchLanguage, number> {
  const scores = new Map<SearchLanguage, number>();
  for (const word of words) {
    const languages = (languagesOf.get(word) ?? []).filter((language) => among.includes(language));
    for (const language of languages) {
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
    }
  }
  return scores;
}

function best(
  scores: ReadonlyMap<SearchLanguage, number>,
  least: number,
): SearchLanguage | undefined {
  let found: SearchLanguage | undefined;
  let most = 0;
  for (const [language, score] of scores) {
    // English first: where nothing else tells, it is the likeliest.
    const isMore = score > most || (score === most && language === 'english');
    if (score >= least && isMore) [found, most] = [language, score];
  }
  return found;
}
