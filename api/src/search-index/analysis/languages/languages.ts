import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as armenian } from '@orama/stopwords/armenian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as irish } from '@orama/stopwords/irish';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as tamil } from '@orama/stopwords/tamil';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import type { SearchLanguage } from '@carrel/shared/contract';
import snowball, { type Stemmer } from 'snowball-stemmers';
import others from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };

import { BoundedCache } from '../../../platform/bounded-cache.ts';
import { foldWord } from '../fold-word.ts';
import { LIGHT_STEMS } from './light-stems.ts';

const folded = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => foldWord(word).replaceAll("'", '')));

/** Words that say nothing about a text, by language, folded and without apostrophes. */
export const STOP_WORDS: Readonly<Record<SearchLanguage, ReadonlySet<string>>> = {
  arabic: folded(arabic),
  armenian: folded(armenian),
  danish: folded(danish),
  dutch: folded(dutch),
  english: folded([...english, 'a']),
  finnish: folded(finnish),
  french: folded(french),
  german: folded(german),
  hungarian: folded(hungarian),
  irish: folded(irish),
  italian: folded(italian),
  norwegian: folded(norwegian),
  portuguese: folded(portuguese),
  romanian: folded(romanian),
  russian: folded(russian),
  spanish: folded(spanish),
  swedish: folded(swedish),
  tamil: folded(tamil),
  turkish: folded(turkish),
  polish: folded(others.pl),
  czech: folded(others.cs),
  ukrainian: folded(others.uk),
  greek: folded(others.el),
  hindi: folded(others.hi),
  persian: folded(others.fa),
  hebrew: folded(others.he),
  catalan: folded(others.ca),
};

const anyStopWord = new Set<string>();
for (const words of Object.values(STOP_WORDS)) for (const word of words) anyStopWord.add(word);

/** Returns whether a folded word says nothing in some language. */
export const isStopWordSomewhere = (word: string): boolean => anyStopWord.has(word);

/** Languages by the script of a word; words of other scripts have no stems. */
const BY_SCRIPT: readonly [RegExp, readonly SearchLanguage[]][] = [
  [
    /^[a-z\p{Script=Latin}]/u,
    [
      'danish',
      'dutch',
      'english',
      'finnish',
      'french',
      'german',
      'hungarian',
      'irish',
      'italian',
      'norwegian',
      'portuguese',
      'romanian',
      'spanish',
      'swedish',
      'turkish',
      'polish',
      'czech',
      'catalan',
    ],
  ],
  [/^\p{Script=Cyrillic}/u, ['russian', 'ukrainian']],
  [/^\p{Script=Arabic}/u, ['arabic', 'persian']],
  [/^\p{Script=Greek}/u, ['greek']],
  [/^\p{Script=Hebrew}/u, ['hebrew']],
  [/^\p{Script=Devanagari}/u, ['hindi']],
  [/^\p{Script=Tamil}/u, ['tamil']],
  [/^\p{Script=Armenian}/u, ['armenian']],
];

/** Returns the languages that a word may be of, by its script. */
export const languagesOfScript = (word: string): readonly SearchLanguage[] =>
  BY_SCRIPT.find(([script]) => script.test(word))?.[1] ?? [];

/** Languages that write compounds as one word. */
export const COMPOUNDING: ReadonlySet<SearchLanguage> = new Set([
  'danish',
  'dutch',
  'finnish',
  'german',
  'hungarian',
  'norwegian',
  'swedish',
]);

const stemmers = new Map<SearchLanguage, (word: string) => string>();
/** Stems that are remembered for a language: texts repeat their words. */
const CACHED_MAX = 100_000;
const cached = new Map<SearchLanguage, BoundedCache<string>>();

/** Returns the stem of a folded word. */
export function stem(word: string, language: SearchLanguage): string {
  let stems = cached.get(language);
  if (stems === undefined) {
    stems = new BoundedCache({ entries: CACHED_MAX, keepsOrder: true });
    cached.set(language, stems);
  }
  let found = stems.get(word);
  if (found === undefined) {
    found = foldWord(stemmerOf(language)(word));
    stems.set(word, found);
  }
  return found;
}

function stemmerOf(language: SearchLanguage): (word: string) => string {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    stemmer = isLight(language) ? LIGHT_STEMS[language] : snowballOf(language);
    stemmers.set(language, stemmer);
  }
  return stemmer;
}

const isLight = (language: SearchLanguage): language is keyof typeof LIGHT_STEMS =>
  language in LIGHT_STEMS;

function snowballOf(language: SearchLanguage): (word: string) => string {
  const stemmer: Stemmer = snowball.newStemmer(language);
  const respell = RESPELLED[language];
  return respell === undefined
    ? (word) => stemmer.stem(word)
    : (word) => respell(stemmer.stem(word));
}

/** Changes of letters in the forms of a word that Snowball leaves in stems. */
const RESPELLED: Partial<Record<SearchLanguage, (stem: string) => string>> = {
  // huis, huizen; brief, brieven.
  dutch: (found) => found.replace(/z$/, 's').replace(/v$/, 'f'),
  // vakuutus, vakuutuksia.
  finnish: (found) => found.replace(/(?<=[aeiouy])ks$/, 's'),
};
