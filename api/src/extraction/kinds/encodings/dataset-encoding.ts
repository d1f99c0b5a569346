import type { SearchLanguage } from '@carrel/shared/contract';

import type { EncodingHint } from './guess-encoding.ts';

/** The languages of datasets that are written in more than ASCII, as guesses name them. */
const CODES: Partial<Record<SearchLanguage, string>> = {
  arabic: 'ar',
  catalan: 'ca',
  czech: 'cs',
  danish: 'da',
  dutch: 'nl',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hebrew: 'he',
  hungarian: 'hu',
  italian: 'it',
  norwegian: 'da',
  persian: 'fa',
  polish: 'pl',
  portuguese: 'pt',
  romanian: 'ro',
  russian: 'ru',
  spanish: 'es',
  swedish: 'sv',
  turkish: 'tr',
  ukrainian: 'uk',
};

/** Returns what the settings of a dataset say of the encodings of its files. */
export function encodingOfDataset(
  language: SearchLanguage | null,
  encoding: string | null,
): EncodingHint | undefined {
  const code = language === null ? undefined : CODES[language];
  if (code === undefined && encoding === null) return undefined;
  return {
    ...(code !== undefined && { languages: [code] }),
    ...(encoding !== null && { encoding }),
  };
}
