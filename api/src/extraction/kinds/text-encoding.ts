import { analyse } from 'chardet';
import { decode as decodeLegacy, encodingExists } from 'iconv-lite';

/** Bytes that chardet looks at: enough to detect a language, few enough to be fast. */
const SAMPLE_BYTES = 64 * 1024;
const FALLBACK = 'windows-1252';

const BYTE_ORDER_MARKS: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Returns the text of a file in any encoding, or undefined if the bytes are not text.
 *
 * A byte-order mark decides. Without one, UTF-16 is recognised by the positions of its zero bytes, then
 * UTF-8 is tried, then legacy encodings in the order of their likelihood.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return decodeAs(bytes, marked[0]);

  const wide = guessUtf16(bytes);
  if (wide !== undefined) return decodeAs(bytes, wide);

  if (bytes.includes(0) || hasManyControls(bytes)) return undefined;
  return decodeUtf8(bytes) ?? decodeByLikelihood(bytes);
}

function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  const text = decodeLegacy(bytes, encoding, { stripBOM: true });
  return isPlausible(text) ? text : undefined;
}

/**
 * UTF-16 without a mark is recognised by its spaces and line ends, whose zero byte is always on the same
 * side. Text of single bytes with a stray zero is not mistaken for it.
 */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const units = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2);
  const blanks = { little: 0, big: 0 };
  const letters = { first: 0, second: 0 };
  for (let unit = 0; unit < units; unit += 1) {
    const [first, second] = [bytes[unit * 2] ?? 0, bytes[unit * 2 + 1] ?? 0];
    if (second === 0 && isBlank(first)) blanks.little += 1;
    if (first === 0 && isBlank(second)) blanks.big += 1;
    if (isAscii(first)) letters.first += 1;
    if (isAscii(second)) letters.second += 1;
  }
  if (Math.min(letters.first, letters.second) > units * 0.6) return undefined;
  if (blanks.little > blanks.big * 10) return 'utf-16le';
  return blanks.big > blanks.little * 10 ? 'utf-16be' : undefined;
}

function isAscii(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  // ISO-2022 encodes other alphabets with escapes that are also valid ASCII.
  if (bytes.includes(0x1b)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeByLikelihood(bytes: Uint8Array): string | undefined {
  const candidates = analyse(bytes.subarray(0, SAMPLE_BYTES)).map(({ name }) => name);
  for (const name of [...candidates, FALLBACK]) {
    const text = decodeNamed(bytes, name);
    if (text !== undefined && isPlausible(text)) return text;
  }
  return undefined;
}

function decodeNamed(bytes: Uint8Array, name: string): string | undefined {
  if (encodingExists(name)) return decodeLegacy(bytes, name);
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return undefined;
  }
}

function hasManyControls(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (const byte of sample) {
    if ((byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) || byte === 0x7f) {
      controls += 1;
    }
  }
  return controls > sample.length / 100;
}

/** Control, private-use and unassigned characters, except those that texts contain. */
const ODD_CHARACTER = new RegExp(
  String.raw`[^\P{C}\t\n\r\f\v\u001b\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufffd`,
  'gu',
);

/** A wrong encoding results in replacement, control, private-use or unassigned characters. */
function isPlausible(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES);
  const odd = sample.match(ODD_CHARACTER)?.length ?? 0;
  return odd <= sample.length / 50;
}
