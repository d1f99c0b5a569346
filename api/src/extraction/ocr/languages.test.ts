import { expect, test } from 'vitest';

import { UnreadableSetting } from '../../platform/settings/settings.ts';
import { requireLanguages } from './languages.ts';

test('English is installed', () => {
  expect(() => requireLanguages(['eng'])).not.toThrow();
});

const requireGerman = () => requireLanguages(['eng', 'deu']);

test('a language that is not installed is refused, with the package to install', () => {
  expect(requireGerman).toThrow(UnreadableSetting);
  expect(requireGerman).toThrow(
    'The setting OCR_LANGUAGES names deu, whose package is not installed: install @tesseract.js-data/deu as docs/kinds.md says, or remove the language from the setting.',
  );
});
