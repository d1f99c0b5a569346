import { DOCUMENT_KIND_NAMES } from '@carrel/shared/contract';
import type { DocumentKind, SearchMode } from '@carrel/shared/contract';

/** Returns a number with separators, such as "23,414". */
// Made once: a list has many numbers.
const NUMBERS = new Intl.NumberFormat('en-US');

export const countText = (count: number) => NUMBERS.format(count);

/** Returns a count with its noun, such as "1 chunk" or "23,414 chunks". */
export const counted = (count: number, singular: string, plural = `${singular}s`) =>
  `${countText(count)} ${count === 1 ? singular : plural}`;

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const plurals = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** Returns a place in a list, such as "2nd". */
export const ordinal = (place: number) =>
  `${countText(place)}${ENDINGS[plurals.select(place)] ?? 'th'}`;

export const MODE_LABELS: Record<SearchMode, string> = {
  auto: 'Auto',
  words: 'Words',
  meaning: 'Meaning',
  hybrid: 'Both',
};

const KIND_LABELS: Record<DocumentKind, string> = {
  pdf: 'PDF',
  word: 'Word',
  slides: 'Slides',
  sheet: 'Spreadsheet',
  web: 'Web page',
  markdown: 'Markdown',
  image: 'Image',
  mail: 'E-mail',
  text: 'Text',
  code: 'Code',
  other: 'Other',
};

const isKind = (kind: string): kind is DocumentKind =>
  (DOCUMENT_KIND_NAMES as readonly string[]).includes(kind);

/** Returns the name of a kind of document; a kind that is not known as it is. */
export const kindLabel = (kind: string) => (isKind(kind) ? KIND_LABELS[kind] : kind);
