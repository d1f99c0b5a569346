import type { SearchLanguage } from '@carrel/shared/contract';

import { stem, STOP_WORDS } from './languages.ts';
import { tokensOf, type Token } from './tokens.ts';

/** The first character of a term that is a word as it is written; other terms are stems. */
export const EXACT = '=';

/** Words of a language whose terms are remembered; a text repeats its words. */
const CACHED_WORDS_MAX = 50_000;
const cached = new Map<SearchLanguage, Map<string, readonly string[]>>();

/** Returns the terms of a token in an index: its stem, and itself where that is another text. */
export function termsOf({ text, isCompound }: Token, language: SearchLanguage): readonly string[] {
  if (isCompound) return [EXACT + withoutAccents(text)];
  let words = cached.get(language);
  if (words === undefined || words.size >= CACHED_WORDS_MAX) {
    words = new Map();
    cached.set(language, words);
  }
  let terms = words.get(text);
  if (terms === undefined) {
    terms = termsOfWord(text, language);
    words.set(text, terms);
  }
  return terms;
}

function termsOfWord(word: string, language: SearchLanguage): string[] {
  if (STOP_WORDS[language].has(word.replace('’', "'"))) return [];
  const exact = withoutAccents(word);
  const root = /\p{N}/u.test(word)
    ? exact
    : withoutAccents(stem(word.replace(/['’]s?$/, ''), language));
  return root === exact || root === '' ? [exact] : [root, EXACT + exact];
}

/** "José" and "jose" are the same word. The marks of other scripts are kept: they are letters there. */
function withoutAccents(word: string): string {
  // ASCII is the common case, and normalizing is not cheap.
  return /^[ -~]*$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
        .normalize('NFC');
}

/** How often each term is in a text, and how many words it has without stop words. */
export interface TextTerms {
  counts: Map<string, number>;
  length: number;
}

export function countTerms(text: string, language: SearchLanguage): TextTerms {
  const counts = new Map<string, number>();
  let length = 0;
  for (const token of tokensOf(text)) {
    const terms = termsOf(token, language);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    if (!token.isCompound && terms.length > 0) length += 1;
  }
  return { counts, length };
}
