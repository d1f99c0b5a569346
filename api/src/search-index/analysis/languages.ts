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

/** Words that say nothing about a text, by language. */
export const STOP_WORDS: Readonly<Record<SearchLanguage, ReadonlySet<string>>> = {
  arabic: new Set(arabic),
  armenian: new Set(armenian),
  danish: new Set(danish),
  dutch: new Set(dutch),
  english: new Set(english),
  finnish: new Set(finnish),
  french: new Set(french),
  german: new Set(german),
  hungarian: new Set(hungarian),
  irish: new Set(irish),
  italian: new Set(italian),
  norwegian: new Set(norwegian),
  portuguese: new Set(portuguese),
  romanian: new Set(romanian),
  russian: new Set(russian),
  spanish: new Set(spanish),
  swedish: new Set(swedish),
  tamil: new Set(tamil),
  turkish: new Set(turkish),
};

const stemmers = new Map<SearchLanguage, Stemmer>();

/** Returns the stem of a word in lower case, by the Snowball algorithm of the language. */
export function stem(word: string, language: SearchLanguage): string {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    stemmer = snowball.newStemmer(language);
    stemmers.set(language, stemmer);
  }
  return stemmer.stem(word);
}
