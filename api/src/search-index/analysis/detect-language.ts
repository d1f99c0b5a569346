import { SEARCH_LANGUAGES, type SearchLanguage } from '@carrel/shared/contract';

import { STOP_WORDS } from './languages.ts';
import { tokensOf } from './tokens.ts';

/** Characters that are enough to tell a language. */
const SAMPLE = 4000;
/** Stop words of a language without which a text is too short to tell. */
const STOP_WORDS_MIN = 3;
const DEFAULT: SearchLanguage = 'english';

/** The languages of each stop word. */
const languagesOf = new Map<string, SearchLanguage[]>();
for (const language of SEARCH_LANGUAGES) {
  for (const word of STOP_WORDS[language]) {
    const languages = languagesOf.get(word);
    if (languages === undefined) languagesOf.set(word, [language]);
    else languages.push(language);
  }
}

/**
 * Returns the language whose stop words a text has most of; English for a text that has too few. A word
 * of several languages counts as a share of a word for each.
 */
export function detectLanguage(text: string): SearchLanguage {
  const scores = new Map<SearchLanguage, number>();
  for (const { text: word } of tokensOf(text.slice(0, SAMPLE))) {
    const languages = languagesOf.get(word) ?? [];
    for (const language of languages) {
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
    }
  }
  let best = DEFAULT;
  let most = STOP_WORDS_MIN;
  for (const [language, score] of scores) {
    if (score >= most) [best, most] = [language, score];
  }
  return best;
}
