import { decode, encodingExists } from 'iconv-lite';

const NAMES: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'cp949',
  950: 'big5',
  1200: 'utf16le',
  1361: 'cp949',
  10000: 'macroman',
  10001: 'shift_jis',
  10006: 'macgreek',
  10007: 'maccyrillic',
  10029: 'maccenteuro',
  32768: 'macroman',
  65001: 'utf8',
};

/** Returns a decoder of a code page of Windows, by its number; of Western Europe for an unknown one. */
export function codePageDecoder(page: number): (bytes: Uint8Array) => string {
  const name = NAMES[page] ?? `cp${page}`;
  const known = encodingExists(name) ? name : 'cp1252';
  return (bytes) => decode(Buffer.from(bytes), known);
}

/** Primary languages of Windows whose legacy code page is not that of Western Europe. */
const PAGES_BY_LANGUAGE: Readonly<Record<number, number>> = {
  0x01: 1256,
  0x02: 1251,
  0x04: 936,
  0x05: 1250,
  0x08: 1253,
  0x0d: 1255,
  0x0e: 1250,
  0x11: 932,
  0x12: 949,
  0x15: 1250,
  0x18: 1250,
  0x19: 1251,
  0x1a: 1250,
  0x1b: 1250,
  0x1e: 874,
  0x1f: 1254,
  0x22: 1251,
  0x23: 1251,
  0x24: 1250,
  0x25: 1257,
  0x26: 1257,
  0x27: 1257,
  0x29: 1256,
  0x2a: 1258,
  0x2f: 1251,
};
const TRADITIONAL_CHINESE = new Set([0x0404, 0x0c04, 0x1404]);

/** Returns the legacy code page of a language's number. */
export function codePageOfLanguage(language: number): number {
  if (TRADITIONAL_CHINESE.has(language)) return 950;
  return PAGES_BY_LANGUAGE[language & 0x3ff] ?? 1252;
}
