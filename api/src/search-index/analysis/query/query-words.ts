import { SEARCH_LANGUAGES, type SearchLanguage } from '@carrel/shared/contract';

import { likeliest } from '../detect-language.ts';
import { STOP_WORDS } from '../languages/languages.ts';
import { foldWord } from '../fold-word.ts';
import { tokensOf, type Token } from '../text/tokens.ts';
import { formsOf, spelledOut, type WordForms } from '../languages/word-forms.ts';

/** A word of a query, and what stands for it in an index. */
export interface QueryWord {
  /** Folded. */
  word: string;
  /** How often the query has it. */
  count: number;
  /** How much it counts beside other words. */
  weight: number;
  /** Whether it may be the beginning of a word that is still being typed. */
  isLast: boolean;
  /** The same in another form: a number without marks, a word without its article. */
  variants: readonly string[];
  /** Undefined for a compound, which has no other forms. */
  forms: WordForms | undefined;
  /** The pairs of characters of a text without spaces, each of which counts for itself. */
  grams: readonly string[];
  /** The term of a word that only its capitals tell from a common one. */
  capital: string | undefined;
  /** The first of two words of the query that this one joins: they may be written as one. */
  joins: string | undefined;
}

/** Words that a search looks for; a longer query is cut. */
const WORDS_MAX = 100;
/** A compound such as "AB-12/3" counts less than its parts, which count as well. */
const WHOLE_WEIGHT = 0.5;
/** Two words that may be written as one. */
const JOINED_WEIGHT = 0.3;
/** A stop word of a language that the query may not be in. */
const DOUBTFUL_WEIGHT = 0.2;
/** Stop words that tell the language of a query. */
const EVIDENCE_MIN = 2;
const VARIANT_MIN = 2;
/** Words of a query that may be one name. */
const SHORT_QUERY_MAX = 3;

export const languagesOfBits = (bits: number): SearchLanguage[] =>
  SEARCH_LANGUAGES.filter((_, index) => (bits & (2 ** index)) !== 0);

export interface QueryWords {
  words: QueryWord[];
  /** Whether the text has stop words and no others, which are looked for then. */
  isStopWordsOnly: boolean;
}

export const bitsOfLanguages = (languages: readonly SearchLanguage[]): number =>
  languages.reduce((bits, language) => bits | (2 ** SEARCH_LANGUAGES.indexOf(language)), 0);

/** Returns the words of a text that is asked in several languages, without its stop words unless it has nothing else. */
export function queryWords(text: string, asked: readonly SearchLanguage[]): QueryWords {
  const tokens = [...tokensOf(text)];
  const { weightOf, isStopWordsOnly } = stopWordsOf(tokens, asked);
  const words = new Map<string, QueryWord>();
  for (const run of runsOf(tokens)) {
    for (const word of wordsOfRun(run, asked, text)) {
      const stop = weightOf(word.word);
      // Only capitals tell "IT" from "it"; "HTTP" and "http" are one word.
      const capital = stop < 1 || isStopWordsOnly ? word.capital : undefined;
      const weight = word.weight * (capital === undefined ? stop : 1);
      if (weight === 0) continue;
      const known = words.get(word.word);
      if (known === undefined) words.set(word.word, { ...word, weight, capital });
      else
        words.set(word.word, {
          ...known,
          count: known.count + 1,
          isLast: known.isLast || word.isLast,
        });
      if (words.size === WORDS_MAX) return { words: [...words.values()], isStopWordsOnly };
    }
  }
  return { words: [...words.values(), ...joinedWords(tokens, words)], isStopWordsOnly };
}

interface StopWords {
  /** How much a word counts: nothing where it is a stop word of the query's language. */
  weightOf: (word: string) => number;
  isStopWordsOnly: boolean;
}

function stopWordsOf(tokens: readonly Token[], asked: readonly SearchLanguage[]): StopWords {
  const words = tokens.flatMap(({ text, kind }) =>
    kind === 'word' || kind === 'whole' ? [text] : [],
  );
  const ownLanguage = likeliest(words, asked);
  const language = ownLanguage ?? likeliest(words);
  if (language === undefined) return { weightOf: () => 1, isStopWordsOnly: false };
  const stops = STOP_WORDS[language];
  const found = words.filter((word) => stops.has(word));
  // A word of another language is more often one of a name: "care" is Romanian too.
  if (ownLanguage === undefined && asked.length > 0 && found.length < EVIDENCE_MIN) {
    return { weightOf: () => 1, isStopWordsOnly: false };
  }
  if (found.length === words.length) return { weightOf: () => 1, isStopWordsOnly: true };
  const isSure = found.length >= EVIDENCE_MIN || asked.length <= 1 || language === 'english';
  return {
    weightOf: (word) => (stops.has(word) ? (isSure ? 0 : DOUBTFUL_WEIGHT) : 1),
    isStopWordsOnly: false,
  };
}

function* runsOf(tokens: readonly Token[]): Generator<Token[]> {
  let run: Token[] = [];
  for (const token of tokens) {
    if (run[0] !== undefined && run[0].run !== token.run) {
      yield run;
      run = [];
    }
    run.push(token);
  }
  if (run.length > 0) yield run;
}

function wordsOfRun(
  run: readonly Token[],
  asked: readonly SearchLanguage[],
  query: string,
): QueryWord[] {
  const grams = run.filter(({ kind }) => kind === 'gram');
  const hasPlain = run.some(({ kind }) => kind === 'word');
  if (grams.length > 0 && !hasPlain) return [gramWord(run, grams, query.length)];
  const words: QueryWord[] = [];
  for (const { text, start, end, kind } of run) {
    const last = words.at(-1);
    if (kind === 'word' || kind === 'whole') {
      const isWhole = kind === 'whole';
      words.push({
        word: text,
        count: 1,
        weight: isWhole ? WHOLE_WEIGHT : 1,
        isLast: end === query.length,
        variants: [],
        forms: isWhole
          ? undefined
          : formsOf(
              text,
              asked,
              isSpelled(query, start, end) ? spelledOut(query.slice(start, end)) : text,
            ),
        grams: [],
        capital: undefined,
        joins: undefined,
      });
    } else if (kind === 'variant' && last !== undefined && text.length >= VARIANT_MIN) {
      last.variants = [...last.variants, text];
    } else if (kind === 'capital' && last !== undefined) {
      last.capital = text;
    } else if (kind === 'gram' && last !== undefined) {
      last.grams = [...last.grams, text];
    }
  }
  const [first] = words;
  const [written = ''] = LETTERS_WITH_APOSTROPHES.exec(query.slice(run[0]?.start ?? 0)) ?? [];
  // Indexes of an earlier version have an apostrophe that counts as a letter in the word.
  if (first !== undefined && HAS_LETTER_APOSTROPHE.test(written)) {
    first.variants = [...first.variants, foldWord(written)];
  }
  return words;
}

const LETTERS_WITH_APOSTROPHES = /^[\p{L}\p{M}'\u2019]+/u;
const HAS_LETTER_APOSTROPHE = /[\u02B9-\u02BC]|\p{Script=Cyrillic}['\u2019]/u;

const isSpelled = (query: string, start: number, end: number): boolean =>
  /[äöøüå]|\p{M}/iu.test(query.slice(start, end));

/** The pairs of a text without spaces are one word to people; the last character alone is in its last pair. */
function gramWord(run: readonly Token[], grams: readonly Token[], length: number): QueryWord {
  const pairs = grams.length > 1 ? grams.slice(0, -1) : grams;
  const word = grams.map(({ text }) => Array.from(text)[0] ?? '').join('');
  const isSingle = grams.length === 1;
  return {
    word,
    count: 1,
    weight: 1,
    isLast: isSingle || run.at(-1)?.end === length,
    variants: [],
    forms: undefined,
    grams: pairs.map(({ text }) => text),
    capital: undefined,
    joins: undefined,
  };
}

/** Two words that follow each other, as one: "health care" finds "healthcare". */
function joinedWords(tokens: readonly Token[], words: ReadonlyMap<string, QueryWord>): QueryWord[] {
  const plain = tokens.filter(({ kind }) => kind === 'word');
  // "time out" finds "timeout"; in a longer query a stop word is rarely part of a name.
  const mayHaveStopWord = plain.length <= SHORT_QUERY_MAX;
  const forms: WordForms = { beginnings: [], tails: [], weightOf: () => 0 };
  return plain.flatMap((token, index) => {
    const next = plain[index + 1];
    if (next === undefined || next.run === token.run) return [];
    const [known, other] = words.has(token.text) ? [token, next] : [next, token];
    if (!words.has(known.text) || (!words.has(other.text) && !mayHaveStopWord)) return [];
    const word = token.text + next.text;
    if (words.has(word) || !/^\p{L}{5,40}$/u.test(word)) return [];
    const joined = { word, count: 1, weight: JOINED_WEIGHT, isLast: false };
    return [{ ...joined, variants: [], forms, grams: [], capital: undefined, joins: known.text }];
  });
}
