import { decode as decodeLegacy, encodingExists } from 'iconv-lite';

import { declaredEncoding, encodingNamed } from './encodings/declared-encoding.ts';
import { guessEncoding, type EncodingHint } from './encodings/guess-encoding.ts';
import { utf8Evidence } from './encodings/utf8-evidence.ts';
import { guessIdeographs, guessWideEncoding } from './encodings/wide-encoding.ts';

/** Bytes that tell text from binary data. */
const SAMPLE_BYTES = 64 * 1024;
const FALLBACK = 'windows-1252';
/** How often valid sequences of UTF-8 outweigh bytes that are none. */
const UTF8_MARGIN = 3;

const BYTE_ORDER_MARKS: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export interface DecodingOptions extends EncodingHint {
  /** Whether the file's name says that it is text, which may have more NULs in it. */
  isNamedText?: boolean | undefined;
}

/**
 * Returns the text of a file in any encoding, or undefined if the bytes are not text.
 *
 * A byte-order mark decides. Without one, UTF-16 and UTF-32 are recognised by their zero bytes; then
 * what the file says of its encoding is obeyed where the bytes allow it; then UTF-8, in which a few bad
 * bytes are replaced; then the hint, and the legacy encoding in which the letters are the likeliest.
 */
export function decodeText(bytes: Uint8Array, options: DecodingOptions = {}): string | undefined {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return decodeMarked(bytes, marked[0]);

  const wide = guessWideEncoding(bytes);
  const text = wide === undefined ? undefined : plausible(decodeAs(bytes, wide));
  if (text !== undefined) return text;

  if (hasManyNuls(bytes, options.isNamedText === true) || hasManyControls(bytes)) {
    return decodeIdeographs(bytes);
  }
  return withoutNuls(decodeBytes(bytes, options)) ?? decodeIdeographs(bytes);
}

function decodeIdeographs(bytes: Uint8Array): string | undefined {
  const encoding = guessIdeographs(bytes);
  return encoding === undefined ? undefined : plausible(decodeAs(bytes, encoding));
}

function decodeMarked(bytes: Uint8Array, encoding: string): string | undefined {
  if (encoding === 'utf-8') return new TextDecoder().decode(bytes);
  return plausible(decodeAs(bytes, encoding));
}

function decodeBytes(bytes: Uint8Array, hint: EncodingHint): string | undefined {
  const declared = declaredEncoding(bytes);
  const { valid, long, invalid } = utf8Evidence(bytes);
  const isMultiByte = /^(?:shift|euc|gb|big5)/.test(declared ?? '');
  const isUtf8 =
    invalid === 0 && (valid === 0 || declared === undefined || !isMultiByte || long > 1);
  // ISO-2022 encodes other alphabets with escapes that are also valid ASCII.
  if (declared?.startsWith('iso-2022') === true || isIso2022Jp(bytes)) {
    return new TextDecoder('iso-2022-jp').decode(bytes);
  }
  if (!isUtf8 && declared !== undefined) {
    const text = decodeAllowed(bytes, declared);
    if (text !== undefined) return text;
  }
  if (isUtf8 || (valid > 1 && valid >= invalid * UTF8_MARGIN))
    return new TextDecoder().decode(bytes);
  const hinted = hint.encoding === undefined ? undefined : encodingNamed(hint.encoding);
  const text = hinted === undefined ? undefined : decodeAllowed(bytes, hinted);
  if (text !== undefined) return text;
  return (
    plausible(decodeAs(bytes, guessEncoding(bytes, hint))) ?? plausible(decodeAs(bytes, FALLBACK))
  );
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  // Its tones are characters of their own, after their letter.
  if (encoding === 'windows-1258') return new TextDecoder(encoding).decode(bytes).normalize();
  if (encodingExists(encoding)) return decodeLegacy(bytes, encoding, { stripBOM: true });
  return new TextDecoder(encoding).decode(bytes);
}

/** Returns the text where the encoding has a character for nearly all of the bytes. */
function decodeAllowed(bytes: Uint8Array, encoding: string): string | undefined {
  if (/^(?:utf|ucs|unicode)/.test(encoding)) return undefined;
  const text = decodeAs(bytes, encoding);
  const start = Math.max(0, text.search(/[\u0080-\uffff]/));
  const sample = text.slice(start, start + SAMPLE_BYTES);
  const foreign = sample.match(/[\u0080-\uffff]/g) ?? [];
  const strange = foreign.filter((character) => /[\u0080-\u009f\ufffd]/.test(character)).length;
  const others = foreign.length - strange;
  return strange * 20 <= others ? text : undefined;
}

function isIso2022Jp(bytes: Uint8Array): boolean {
  if (!bytes.includes(0x1b) || bytes.some((byte) => byte >= 0x80)) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.includes('\u001b$B') || text.includes('\u001b$@');
}

/** One NUL does not make a text binary; several do, unless the file's name says that it is text, where blocks of them count once. */
function hasManyNuls(bytes: Uint8Array, isNamedText: boolean): boolean {
  if (!bytes.includes(0)) return false;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const nuls = sample.reduce((count, byte, at) => {
    const counts = byte === 0 && !(isNamedText && sample[at - 1] === 0);
    return counts ? count + 1 : count;
  }, 0);
  return nuls > Math.max(1, sample.length / (isNamedText ? 2 : 1000));
}

const NUL_RUN = new RegExp(String.raw`\u0000{2,}`, 'g');

/** Fields of fixed width are padded with NULs. */
const withoutNuls = (text: string | undefined) =>
  text?.includes('\u0000') === true ? text.replace(NUL_RUN, ' ').replaceAll('\u0000', '') : text;

function hasManyControls(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let controls = 0;
  for (const byte of sample) {
    if (
      (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b && byte !== 0) ||
      byte === 0x7f
    ) {
      controls += 1;
    }
  }
  return controls > Math.max(sample.length / 100, sample.length < 100 ? 1 : 0);
}

/** Control, private-use and unassigned characters, except those that texts contain. */
const ODD_CHARACTER = new RegExp(
  String.raw`[^\P{C}\t\n\r\f\v\u001b\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufffd`,
  'gu',
);

/** A wrong encoding results in replacement, control, private-use or unassigned characters. */
function plausible(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_BYTES);
  const odd = sample.match(ODD_CHARACTER)?.length ?? 0;
  return odd <= sample.length / 50 ? text : undefined;
}
