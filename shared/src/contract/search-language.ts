/**
 * Languages whose words a search reduces to their stems. Other languages are searched by whole words.
 * Their order is stored in search indexes: append, never reorder.
 */
export const SEARCH_LANGUAGES = [
  'arabic',
  'armenian',
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
  'russian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'polish',
  'czech',
  'ukrainian',
  'greek',
  'hindi',
  'persian',
  'hebrew',
  'catalan',
] as const;

export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];
