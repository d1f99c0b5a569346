import type { SearchLanguage } from '@carrel/shared/contract';

import { foldWord } from '../fold-word.ts';
import { COMPOUNDING, languagesOfScript, stem } from './languages.ts';

/** What a term of an index is for a word that is asked: how much of the word it counts as, or nothing. */
export interface WordForms {
  /** Beginnings that all its forms share, in the index. */
  beginnings: readonly string[];
  /** Beginnings of the ends of compounds. */
  tails: readonly string[];
  /** Returns 1 for a form of the word, less for a compound that begins with it, 0 for another word. */
  weightOf: (term: string) => number;
}

/** Shorter words have no forms: too much begins like them. */
const WORD_MIN = 3;
/** Letters of a beginning. Of a longer one the last is left out, since "body" and "bodies" differ there. */
const BEGINNING_MIN = 3;
/** Letters that a form has more than the stem. */
const LONGER_MAX = 8;
/** Letters of a part of a compound. */
export const COMPOUND_PART_MIN = 4;
const COMPOUND_WEIGHT = 0.4;
/** Languages whose last vowel changes: "договір", "договору". */
const MOVING: ReadonlySet<SearchLanguage> = new Set([
  'ukrainian',
  'czech',
  'polish',
  'russian',
  'tamil',
]);
const HAS_DIGIT = /\p{N}/u;

/** Umlauts that are written as two letters. */
const SPELLED_OUT = /(?:ae|oe|ue|aa)/g;

/** Returns the spellings of a word: "mueller" is "muller" as well, as "Müller" is folded. */
export function spellingsOf(word: string): readonly string[] {
  if (word.length < WORD_MIN || !/^[a-z]+$/.test(word)) return [word];
  const short = word.replaceAll(SPELLED_OUT, (pair) => pair[0] ?? '');
  return short === word ? [word] : [word, short];
}

const PAIR_OF: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ø: 'oe',
  ü: 'ue',
  å: 'aa',
};

/** Returns the folded word of a text whose umlauts are written as two letters: "Müller" is "mueller" as well. */
export const spelledOut = (written: string): string =>
  foldWord(
    written
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[äöøüå]/g, (letter) => PAIR_OF[letter] ?? letter),
  );

/** Singulars and plurals that no stem has in common, in folded words: "ação" and "ações", "lápiz" and "lápices". */
const NUMBERS: Partial<Record<SearchLanguage, readonly [RegExp, string][]>> = {
  portuguese: [
    [/ao$/, 'oes'],
    [/oes$/, 'ao'],
  ],
  spanish: [
    [/z$/, 'ces'],
    [/ces$/, 'z'],
  ],
};

const numbersOf = (word: string, languages: readonly SearchLanguage[]): string[] =>
  languages.flatMap((language) =>
    (NUMBERS[language] ?? []).flatMap(([ending, other]) =>
      ending.test(word) ? [word.replace(ending, other)] : [],
    ),
  );

/** Returns what tells the forms of a folded word in some languages. `spelled` is the same word, spelled otherwise. */
export function formsOf(
  word: string,
  asked: readonly SearchLanguage[],
  spelled: string = word,
): WordForms {
  if (word.length < WORD_MIN || HAS_DIGIT.test(word)) {
    return { beginnings: [], tails: [], weightOf: (term) => (term === word ? 1 : 0) };
  }
  const possible = languagesOfScript(word);
  const common = possible.filter((language) => asked.includes(language));
  const languages = common.length > 0 ? common : possible.length <= 2 ? possible : [];
  const spellings = [...new Set([...spellingsOf(word), spelled, ...numbersOf(word, languages)])];
  const roots = languages.flatMap((language) =>
    spellings.map((spelling) => ({ language, root: stem(spelling, language) })),
  );
  const isCompounding =
    word.length >= COMPOUND_PART_MIN && languages.some((language) => COMPOUNDING.has(language));
  const compoundRoots = isCompounding
    ? [
        ...new Set([
          ...spellings,
          ...roots.flatMap(({ language, root }) => (COMPOUNDING.has(language) ? [root] : [])),
        ]),
      ].filter((root) => root.length >= COMPOUND_PART_MIN)
    : [];
  const beginnings = shortest([
    ...spellings,
    ...roots.map(({ language, root }, index) => {
      const beginning = beginningOf(spellings[index % spellings.length] ?? word, root);
      return MOVING.has(language) ? beginning.slice(0, Math.max(3, root.length - 3)) : beginning;
    }),
  ]);
  return {
    beginnings,
    tails: shortest(compoundRoots),
    weightOf: (term) => {
      if (spellings.includes(term)) return 1;
      if (HAS_DIGIT.test(term)) return 0;
      if (
        roots.some(
          ({ language, root }) =>
            term.length <= root.length + LONGER_MAX && stem(term, language) === root,
        )
      ) {
        return 1;
      }
      // As it is typed: stems are too short to tell "guide" from "guidopython".
      const isPart =
        isCompounding &&
        spellings.some(
          (part) => term.startsWith(part) && term.length >= part.length + COMPOUND_PART_MIN,
        );
      return isPart ? COMPOUND_WEIGHT : 0;
    },
  };
}

/** Returns the letters that a word and its forms begin with. */
function beginningOf(word: string, root: string): string {
  let shared = 0;
  while (shared < root.length && root[shared] === word[shared]) shared += 1;
  const isDivided = shared < root.length;
  const length = shared > BEGINNING_MIN && !isDivided ? shared - 1 : shared;
  return word.slice(0, Math.max(Math.min(2, word.length), length));
}

/** Leaves out what begins with another one. */
function shortest(beginnings: readonly string[]): string[] {
  const kept: string[] = [];
  for (const beginning of [...new Set(beginnings)].toSorted((a, b) => a.length - b.length)) {
    if (beginning !== '' && !kept.some((shorter) => beginning.startsWith(shorter)))
      kept.push(beginning);
  }
  return kept;
}
