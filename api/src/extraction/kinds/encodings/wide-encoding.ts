const SAMPLE_BYTES = 64 * 1024;

type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** High bytes of the units of alphabets and of their punctuation. */
const ALPHABETS = new Set([0, 1, 2, 3, 4, 5, 6, 9, 0x0e, 0x10, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x25]);

/** Detects UTF-16 and UTF-32 without a mark. */
export function guessWideEncoding(bytes: Uint8Array): WideEncoding | undefined {
  return guessUtf32(bytes) ?? guessUtf16(bytes);
}

/** Each unit of UTF-32 has a byte that is always zero, and one of at most 16. */
function guessUtf32(bytes: Uint8Array): WideEncoding | undefined {
  const end = Math.min(bytes.length, SAMPLE_BYTES) & ~3;
  if (end < 8 || bytes.length % 4 !== 0) return undefined;
  let [little, big] = [true, true];
  for (let at = 0; at < end && (little || big); at += 4) {
    const [a, b, c, d] = [
      bytes[at] ?? 0,
      bytes[at + 1] ?? 0,
      bytes[at + 2] ?? 0,
      bytes[at + 3] ?? 0,
    ];
    little &&= d === 0 && c <= 0x10 && (a | b) !== 0;
    big &&= a === 0 && b <= 0x10 && (c | d) !== 0;
  }
  if (little === big) return undefined;
  return little ? 'utf-32le' : 'utf-32be';
}

/**
 * UTF-16 has its spaces and line ends, whose zero byte is always on the same side, or on one side only
 * the few high bytes of an alphabet. Text of single bytes with a stray zero is not mistaken for it.
 */
function guessUtf16(bytes: Uint8Array): WideEncoding | undefined {
  const units = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2);
  if (units < 2) return undefined;
  const blanks = { little: 0, big: 0 };
  const ascii = { first: 0, second: 0 };
  const high = { first: 0, second: 0 };
  const zeros = { first: 0, second: 0 };
  for (let unit = 0; unit < units; unit += 1) {
    const [first, second] = [bytes[unit * 2] ?? 0, bytes[unit * 2 + 1] ?? 0];
    if (second === 0 && isBlank(first)) blanks.little += 1;
    if (first === 0 && isBlank(second)) blanks.big += 1;
    if (isAscii(first)) ascii.first += 1;
    if (isAscii(second)) ascii.second += 1;
    if (ALPHABETS.has(first)) high.first += 1;
    if (ALPHABETS.has(second)) high.second += 1;
    if (first === 0) zeros.first += 1;
    if (second === 0) zeros.second += 1;
  }
  if (Math.min(ascii.first, ascii.second) > units * 0.6) return undefined;
  if (blanks.little > blanks.big * 10) return 'utf-16le';
  if (blanks.big > blanks.little * 10) return 'utf-16be';
  // Without blanks: nearly all units are of an alphabet, and their other bytes are not.
  if (units < 4) return undefined;
  if (high.second > units * 0.95 && high.first < units * 0.4 && zeros.first === 0)
    return 'utf-16le';
  if (high.first > units * 0.95 && high.second < units * 0.4 && zeros.second === 0)
    return 'utf-16be';
  return undefined;
}

/**
 * Detects UTF-16 of ideographs, kana or hangul without any blank, in bytes that are no other text: those of
 * legacy encodings would often be hangul, too, and pairs of ASCII are ideographs.
 */
export function guessIdeographs(bytes: Uint8Array): WideEncoding | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const pairs = sample.filter((byte, at) => isAscii(byte) && isAscii(sample[at ^ 1] ?? 0)).length;
  if (pairs > sample.length * 0.6) return undefined;
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => {
    const text = new TextDecoder(encoding).decode(sample);
    const known = text.match(/[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef -~\s]/g);
    return (known?.length ?? 0) >= text.length * 0.95;
  });
}

const isAscii = (byte: number) => byte >= 0x20 && byte < 0x7f;

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
