/**
 * Encodings that older text files may have which do not say theirs, by the names of the server's decoder, each with
 * what it is called in a list.
 */
const LEGACY_ENCODING_LABELS = {
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (ISO-8859-15)',
  macintosh: 'Western European (Mac OS Roman)',
  cp850: 'Western European (DOS, code page 850)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO-8859-2)',
  cp852: 'Central European (DOS, code page 852)',
  'windows-1257': 'Baltic (Windows-1257)',
  'iso-8859-13': 'Baltic (ISO-8859-13)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-u': 'Cyrillic (KOI8-R, KOI8-U)',
  'iso-8859-5': 'Cyrillic (ISO-8859-5)',
  cp866: 'Cyrillic (DOS, code page 866)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO-8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'iso-8859-8': 'Hebrew (ISO-8859-8)',
  'windows-1256': 'Arabic (Windows-1256)',
  'iso-8859-6': 'Arabic (ISO-8859-6)',
  'windows-874': 'Thai (Windows-874)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese, simplified (GBK, GB18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const;

export type LegacyEncoding = keyof typeof LEGACY_ENCODING_LABELS;

export const LEGACY_ENCODINGS = Object.keys(LEGACY_ENCODING_LABELS) as LegacyEncoding[];

export const legacyEncodingLabel = (encoding: LegacyEncoding): string =>
  LEGACY_ENCODING_LABELS[encoding];
