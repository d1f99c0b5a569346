import { expect, test } from 'vitest';

import { UnreadableSetting } from '../../settings/settings.ts';
import { requireLanguages } from './languages.ts';

test('English is installed', () => {
  expect(() => requireLanguages(['eng'])).not.toThrow();
});

const requireGerman = () => requireLanguages(['eng', 'deu']);

test('a language that is not installed is refused, with the package to install', () => {
  expect(requireGerman).toThrow(UnreadableSetting);
  expect(requireGerman).toThrow(
    'The setting OCR_LANGUAGES names deu, whose package is not installed: run npx -y pnpm@12 --filter api add @tesseract.js-data/deu, or remove the language from the setting.',
  );
});
