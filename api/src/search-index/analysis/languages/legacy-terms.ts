import type { SearchLanguage } from '@carrel/shared/contract';

import { stem } from './languages.ts';

/** What a word as it is written adds, beside its stem. */
const EXACT_WEIGHT = 0.15;

/** Returns the terms of a folded word in an index of stems, which versions before 1.1 wrote. */
export function legacyTerms(
  word: string,
  languages: readonly SearchLanguage[],
): { term: string; weight: number }[] {
  const roots = new Set([...languages.map((language) => stem(word, language)), word]);
  return [
    ...[...roots].map((term) => ({ term, weight: 1 })),
    { term: `=${word}`, weight: EXACT_WEIGHT },
  ];
}
