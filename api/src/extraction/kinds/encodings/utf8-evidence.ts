/** Sequences of UTF-8 in bytes: valid ones, of which longer ones weigh more, and bytes that are in none. */
export interface Utf8Evidence {
  valid: number;
  /** Valid sequences of three and four bytes. */
  long: number;
  invalid: number;
}

/** Counts what speaks for UTF-8 and against it. A sequence that the end cuts off is
 * neither, after valid ones. */
export function utf8Evidence(bytes: Uint8Array): Utf8Evidence {
  const evidence: Utf8Evidence = { valid: 0, long: 0, invalid: 0 };
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(bytes, at, byte);
    if (length > 0) {
      evidence.valid += isLatin(bytes, at, length) ? 3 : length - 1;
      if (length > 2) evidence.long += 1;
      at += length;
    } else {
      if (length === 0 || evidence.valid === 0) evidence.invalid += 1;
      else break;
      at += 1;
    }
  }
  return evidence;
}

/** Whether two bytes are an accented letter beside one of ASCII, which they hardly are in other encodings. */
const isLatin = (bytes: Uint8Array, at: number, length: number) =>
  length === 2 && bytes[at] === 0xc3 && (isLetter(bytes[at - 1]) || isLetter(bytes[at + 2]));

const isLetter = (byte: number | undefined) =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Returns the bytes of the sequence that begins here, 0 if none does, -1 if the end cuts it off. */
function sequenceLength(bytes: Uint8Array, at: number, lead: number): number {
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : lead >> 4 === 0xe ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next];
    if (byte === undefined) return -1;
    if (byte >> 6 !== 2) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  const isOverlong = (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90);
  const isBeyond = (lead === 0xed && second > 0x9f) || (lead === 0xf4 && second > 0x8f);
  return isOverlong || isBeyond ? 0 : length;
}
