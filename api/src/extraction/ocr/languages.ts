import { createRequire } from 'node:module';

import { UnreadableSetting } from '../../platform/settings/settings.ts';

const { resolve } = createRequire(import.meta.url);

/** Returns the file with the weights of a language; undefined where their package is not installed. */
export function weightsOf(language: string): string | undefined {
  try {
    // Whole numbers: 3 MB in place of 11, and as many words right on the pages of docs/decisions/079-ocr.md.
    return resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
  } catch {
    return undefined;
  }
}

/** @throws {UnreadableSetting} which names the package that is missing. */
export function requireLanguages(languages: readonly string[]): void {
  const missing = languages.find((language) => weightsOf(language) === undefined);
  if (missing === undefined) return;
  throw new UnreadableSetting(
    `The setting OCR_LANGUAGES names ${missing}, whose package is not installed: install @tesseract.js-data/${missing} as docs/kinds.md says, or remove the language from the setting.`,
  );
}
