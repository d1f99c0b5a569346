import { SEARCH_LANGUAGES, type SearchLanguage } from '@carrel/shared/contract';

import { compoundTails } from '../analysis/text/compound-tails.ts';
import { likeliestLanguage } from '../analysis/detect-language.ts';
import { parseQuery } from '../analysis/query/parse-query.ts';
import { languagesOfBits, queryWords, type QueryWord } from '../analysis/query/query-words.ts';
import { tokensOf, type Token } from '../analysis/text/tokens.ts';
import { COMPOUND_PART_MIN, formsOf } from '../analysis/languages/word-forms.ts';
import { FOLDER_FIELD, NAME_FIELD } from '../segments/term-format.ts';
import type { OpenIndexes } from './index-reader.ts';
import { TermLookup, type OpenIndex, type Posting } from './term-lookup.ts';

/** Terms that are one to the ranking: their chunks are counted together. */
export interface FoundGroup {
  /** The place of its word in the query. */
  word: number;
  weight: number;
  postings: Posting[];
  /** Whether it is about documents, by their name or folder, rather than about chunks. */
  isOfDocuments: boolean;
  /** Whether no document has the word, but parts of it. */
  isOfParts?: boolean;
}

export interface FoundWords {
  words: QueryWord[];
  /** Those whose forms of words were looked for. */
  languages: SearchLanguage[];
  isStopWordsOnly: boolean;
  groups: FoundGroup[];
  /** For each word of the query's phrases: what a chunk must have. */
  required: Posting[][];
  /** What a chunk must not have. */
  excluded: Posting[];
}

/** Characters of a word in the course of being typed. */
const PREFIX_MIN = 3;
/** What a word adds when a chunk has it as it is written, not only another form of it. */
const EXACT_WEIGHT = 0.15;
const NAME_WEIGHT = 1;
const FOLDER_WEIGHT = 0.25;
/** The share of documents that a language has at least. */
const LANGUAGE_SHARE_MIN = 0.02;
const PART_WEIGHT = 0.4;
/** Letters of a compound that no text has. */
const ASKED_COMPOUND_MIN = 8;

/** Finds the words of a query in the indexes. What it lacks is noted in `open`. */
export function findWords(
  open: OpenIndexes,
  indexes: readonly OpenIndex[],
  query: string,
): FoundWords {
  const { text, phrases, excluded } = parseQuery(query);
  const languages = languagesAsked(indexes, text);
  const { words, isStopWordsOnly } = queryWords(text, languages);
  const lookup = new TermLookup(open, indexes);
  const groups = words.flatMap((word, index) => {
    const place =
      word.joins === undefined ? index : words.findIndex((first) => first.word === word.joins);
    const found = groupsOf(lookup, word, place);
    return word.joins !== undefined || found.some(({ isOfDocuments }) => !isOfDocuments)
      ? found
      : [...found, ...partsOf(lookup, word, place, languages)];
  });
  return {
    words,
    languages,
    isStopWordsOnly,
    groups,
    required: phrases.flatMap((phrase) => termsOfPhrase(phrase).map((term) => lookup.term(term))),
    excluded: excluded.flatMap((each) => {
      const [only, ...others] = termsOfPhrase(each);
      // A phrase is looked for in the texts: its words alone may be there.
      if (only === undefined || others.length > 0) return [];
      return lookup.forms({ word: only, forms: formsOf(only, languages) });
    }),
  };
}

/**
 * Returns the languages whose forms of words are looked for: those of the documents, without languages of few, which
 * are as often mistaken for another one, and that of the query.
 */
function languagesAsked(indexes: readonly OpenIndex[], query: string): SearchLanguage[] {
  const documents = new Map<number, number>();
  let all = 0;
  for (const { segment } of indexes) {
    for (const [language, count] of segment.documentsOf) {
      documents.set(language, (documents.get(language) ?? 0) + count);
      all += count;
    }
  }
  const bits = indexes.reduce((sum, { segment }) => sum | segment.languages, 0);
  const own = likeliestLanguage(query);
  return languagesOfBits(bits).filter((language) => {
    const count = documents.get(SEARCH_LANGUAGES.indexOf(language));
    return count === undefined || count >= LANGUAGE_SHARE_MIN * all || language === own;
  });
}

/** The terms of a phrase that all are in a text that has it. */
const termsOfPhrase = (phrase: string): string[] =>
  [...tokensOf(phrase)].flatMap(({ text, kind }) =>
    kind === 'word' || isPair(kind, text) ? [text] : [],
  );

const isPair = (kind: Token['kind'], text: string): boolean =>
  kind === 'gram' && Array.from(text).length > 1;

/** A compound that no text has is found by its parts: "Einzahlung" by "Auszahlung". */
function partsOf(
  lookup: TermLookup,
  { word, weight, count, forms }: QueryWord,
  place: number,
  languages: readonly SearchLanguage[],
): FoundGroup[] {
  if (forms === undefined) return [];
  const groupOf = (part: string): FoundGroup[] => {
    const postings = lookup.forms({ word: part, forms: formsOf(part, languages) });
    if (postings.length === 0) return [];
    return [
      {
        word: place,
        weight: weight * count * PART_WEIGHT,
        postings,
        isOfDocuments: false,
        isOfParts: true,
      },
    ];
  };
  for (const tail of compoundTails(word, ASKED_COMPOUND_MIN)) {
    const found = groupOf(tail);
    if (found.length === 0) continue;
    const head = word.slice(0, -tail.length);
    return [...found, ...(head.length >= COMPOUND_PART_MIN ? groupOf(head) : [])];
  }
  return [];
}

function groupsOf(lookup: TermLookup, word: QueryWord, place: number): FoundGroup[] {
  const weight = word.weight * word.count;
  const group = (postings: Posting[], factor = 1, isOfDocuments = false): FoundGroup[] =>
    postings.length === 0
      ? []
      : [{ word: place, weight: weight * factor, postings, isOfDocuments }];
  if (word.capital !== undefined) {
    const capital = lookup.term(word.capital);
    if (capital.length > 0) return group(capital);
  }
  const variants = word.variants.flatMap((term) => lookup.term(term));
  const exact = [...lookup.term(word.word), ...variants];
  const forms = word.forms === undefined ? exact : [...lookup.forms(word), ...variants];
  const legacy = lookup.legacy(word);
  const main = [...forms, ...legacy];
  const names = group(lookup.named(word, NAME_FIELD), NAME_WEIGHT, true);
  const folders = group(lookup.term(FOLDER_FIELD + word.word), FOLDER_WEIGHT, true);
  const grams = word.grams.flatMap((gram) =>
    group(lookup.term(gram), word.grams.length === 1 || main.length > 0 ? 1 : 0.5),
  );
  const isComplete = main.length > 0 || grams.length > 0 || !word.isLast;
  if (!isComplete && (word.word.length >= PREFIX_MIN || word.grams.length > 0)) {
    return [
      ...group(lookup.completions(word.word)),
      ...(names.length > 0
        ? names
        : group(lookup.completions(word.word, NAME_FIELD), NAME_WEIGHT, true)),
      ...folders,
    ];
  }
  return [
    ...group(main),
    ...(forms.length > exact.length ? group(exact, EXACT_WEIGHT) : []),
    ...grams,
    ...names,
    ...folders,
  ];
}
