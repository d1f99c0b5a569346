import { detectAsianSet, MIXED } from './asian-sets.ts';
import { codePageName, detectCodePage, detectRareCodePage, type DecodeName } from './code-pages.ts';

export type { DecodeName } from './code-pages.ts';

/** An encoding that a text may have, and how likely it is, of 100. */
interface EncodingGuess {
  name: string;
  confidence: number;
}

/** `analyse` of chardet: the encodings that bytes may have, the most likely first. */
export type AnalyseEncoding = (bytes: Uint8Array) => readonly EncodingGuess[];

/** The encodings of several bytes a character that are detected. */
const DETECTED = new Set(['Shift_JIS', 'GB18030', 'Big5', 'EUC-KR']);

/**
 * Detection is sure from this confidence on, if the next encoding is less likely by the margin. Names
 * in the right encoding get 80 and more, and at least 16 more than in any other; names in code pages of
 * European languages get at most 10 in these encodings.
 */
const SURE = 75;
const SURE_MARGIN = 15;

/** The share of frequent characters that hardly any other encoding has. */
const FREQUENT = 0.6;

/**
 * Bytes that detection gets. With fewer than eleven characters chardet is never sure, so that names are
 * repeated.
 */
const SAMPLE_BYTES = 4096;

/**
 * Returns the decoder of the names of a zip that are not in UTF-8: the one in which their characters are frequent
 * ones, or their letters fit each other; of code page 437, as the format defines, where none is.
 */
export function detectNameDecoder(
  names: readonly Uint8Array[],
  analyse: AnalyseEncoding,
): DecodeName {
  return (
    detectAsianSet(names, FREQUENT) ??
    detectCodePage(names) ??
    detectCharacterSet(names, analyse) ??
    detectAsianSet(names) ??
    detectRareCodePage(names) ??
    codePageName
  );
}

function detectCharacterSet(
  names: readonly Uint8Array[],
  analyse: AnalyseEncoding,
): DecodeName | undefined {
  const guesses = analyse(sampleOf(names));
  const best = guesses[0];
  const next = guesses[1]?.confidence ?? 0;
  if (best === undefined || !DETECTED.has(best.name)) return undefined;
  if (best.confidence < SURE || best.confidence - next < SURE_MARGIN) return undefined;
  const decoder = new TextDecoder(best.name, { fatal: true });
  const decode = (name: Uint8Array) => decoder.decode(name);
  return names.every((name) => decodes(name, decode)) ? decode : undefined;
}

/** Returns the first names, each in a line, as often as they fit. */
function sampleOf(names: readonly Uint8Array[]): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES).fill(0x0a);
  let at = 0;
  for (let place = 0; names.length > 0; place = (place + 1) % names.length) {
    const name = names[place];
    if (name === undefined || at + name.length + 1 > SAMPLE_BYTES) break;
    sample.set(name, at);
    at += name.length + 1;
  }
  return sample.subarray(0, at);
}

function decodes(name: Uint8Array, decode: DecodeName): boolean {
  try {
    return !MIXED.test(decode(name));
  } catch {
    return false;
  }
}
