import { parseQuery } from './parse-query.ts';
import { languagesOfBits } from './query-words.ts';
import { tokensOf } from '../text/tokens.ts';
import { formsOf } from '../languages/word-forms.ts';

/**
 * Returns which texts have all phrases of a query, and nothing that it excludes. Words of a phrase follow each other
 * as they are written; case, accents and marks between them do not count.
 */
export function matchPhrases(
  query: string,
  languages: number,
  texts: readonly string[],
): boolean[] {
  const { phrases, excluded } = parseQuery(query);
  const required = phrases.map(wordsOf).filter((words) => words.length > 0);
  const refused = excluded.map(wordsOf).filter((words) => words.length > 0);
  const asked = languagesOfBits(languages);
  const refusedForms = refused.flatMap(([only = '', ...others]) =>
    others.length === 0 ? [formsOf(only, asked)] : [],
  );
  return texts.map((text) => {
    const words = wordsOf(text);
    return (
      required.every((phrase) => hasSequence(words, phrase)) &&
      !refused.some((phrase) => hasSequence(words, phrase)) &&
      !words.some((word) => refusedForms.some(({ weightOf }) => weightOf(word) === 1))
    );
  });
}

/** Words in their order; each character of a text without spaces is one. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let runOfWords = -1;
  for (const { text: token, kind, run } of tokensOf(text)) {
    if (kind === 'word') {
      words.push(token);
      runOfWords = run;
    } else if (kind === 'gram' && run !== runOfWords) {
      words.push(Array.from(token)[0] ?? '');
    }
  }
  return words;
}

function hasSequence(words: readonly string[], phrase: readonly string[]): boolean {
  const [first = ''] = phrase;
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (phrase.every((word, place) => words[at + place] === word)) return true;
  }
  return false;
}
