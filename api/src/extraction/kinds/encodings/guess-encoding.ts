import { costOfCharacters, type CharacterSet } from './character-cost.ts';
import { costOfLetters, type CodePage } from './letter-cost.ts';

/** What is known of a file's text beside its bytes. */
export interface EncodingHint {
  /** Languages that are likely, such as `cs` or `zh-Hant`. */
  languages?: readonly string[] | undefined;
  /** The legacy encoding that files without a mark have, where their bytes allow it. */
  encoding?: string | undefined;
}

/** Bytes from which an encoding is guessed. */
const SAMPLE_BYTES = 8 * 1024;
/** Bits by which a language of the hint is likelier than others. */
const HINT_BITS = 12;

const WESTERN = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'is', 'ca'];
const CENTRAL = ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro', 'de'];
const CYRILLIC = ['ru', 'uk', 'bg', 'be', 'sr', 'mk'];

/** Encodings of one byte a letter, their languages, and by how many bits they are rarer than others. */
const CODE_PAGES: readonly CodePage[] = [
  { name: 'windows-1252', languages: WESTERN, rarity: 0 },
  { name: 'windows-1250', languages: CENTRAL, rarity: 5 },
  { name: 'windows-1251', languages: CYRILLIC, rarity: 5 },
  { name: 'windows-1253', languages: ['el'], rarity: 6 },
  { name: 'windows-1254', languages: ['tr'], rarity: 4 },
  { name: 'windows-1255', languages: ['he'], rarity: 6 },
  { name: 'windows-1256', languages: ['ar', 'fa'], rarity: 6 },
  { name: 'windows-1257', languages: ['lt', 'lv', 'et'], rarity: 6 },
  { name: 'windows-874', languages: ['th'], rarity: 1 },
  { name: 'koi8-u', languages: ['ru', 'uk'], rarity: 7 },
  { name: 'ibm866', languages: ['ru', 'uk', 'bg', 'be'], rarity: 8 },
  { name: 'iso-8859-2', languages: CENTRAL, rarity: 7 },
  { name: 'iso-8859-5', languages: CYRILLIC, rarity: 10 },
  { name: 'iso-8859-6', languages: ['ar'], rarity: 9 },
  { name: 'iso-8859-7', languages: ['el'], rarity: 8 },
  { name: 'iso-8859-15', languages: WESTERN, rarity: 8 },
  { name: 'macintosh', languages: WESTERN, rarity: 12 },
  { name: 'cp850', languages: WESTERN, rarity: 12 },
  { name: 'cp852', languages: CENTRAL, rarity: 13 },
];

/** Encodings of several bytes a character. */
const CHARACTER_SETS: readonly CharacterSet[] = [
  { name: 'shift_jis', language: 'ja', rarity: 0 },
  { name: 'euc-jp', language: 'ja', rarity: 4 },
  { name: 'gb18030', language: 'zh', rarity: 0 },
  { name: 'big5', language: 'zh-Hant', rarity: 0 },
  { name: 'euc-kr', language: 'ko', rarity: 0 },
];

/** Returns the legacy encoding in which bytes are the likeliest text. */
export function guessEncoding(bytes: Uint8Array, { languages = [] }: EncodingHint = {}): string {
  const sample = sampleOf(bytes);
  const bonus = (language: string) =>
    languages.some((hint) => hint === language || hint.startsWith(`${language}-`)) ? HINT_BITS : 0;
  // The sample ends with a line, unless it was full.
  const isCut = sample.length === SAMPLE_BYTES;
  let best = { name: 'windows-1252', cost: Number.POSITIVE_INFINITY };
  const offer = (name: string, cost: number) => {
    if (cost < best.cost) best = { name, cost };
  };
  for (const page of CODE_PAGES) offer(page.name, costOfLetters(sample, page, bonus));
  for (const set of CHARACTER_SETS) offer(set.name, costOfCharacters(sample, set, bonus, isCut));
  return best.name;
}

/** Returns the lines that are not ASCII, up to a size: the others say nothing of an encoding. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES));
  let length = 0;
  for (let at = 0; at < bytes.length && length < sample.length;) {
    const end = bytes.indexOf(0x0a, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end + 1).subarray(0, sample.length);
    at = end < 0 ? bytes.length : end + 1;
    if (!line.some((byte) => byte >= 0x80)) continue;
    const piece = line.subarray(0, sample.length - length);
    sample.set(piece, length);
    length += piece.length;
  }
  return sample.subarray(0, length);
}
