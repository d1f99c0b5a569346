/** The words of a text: `ids` are the same number for the same word, `starts` and `ends` are UTF-16 code units. */
export interface Words {
  text: string;
  count: number;
  ids: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
}

/** The numbers that words have, for the texts that are compared. */
export type Vocabulary = Map<string, number>;

/** Code units that are read between two moments at which others may go on. */
const UNITS_AT_ONCE = 32_768;

const SPACE = 0;
const LETTER = 1;
const MARK = 2;
const SINGLE = 3;

const isLetter = /[\p{L}\p{N}]/u;
const isMark = /\p{M}/u;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= 32 || code === 127 ? SPACE : /\w/.test(String.fromCharCode(code)) ? LETTER : SINGLE,
);

/** Ranges of scripts that are written without spaces: each character of them counts as a word. */
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e01, 0x0edf],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x2e80, 0xa4cf],
  [0xf900, 0xfaff],
];

const known = new Map<number, number>();

function classOf(code: number): number {
  if (code < 128) return ASCII[code] ?? SINGLE;
  let kind = known.get(code);
  if (kind === undefined) {
    const character = String.fromCharCode(code);
    if (/\s/.test(character)) kind = SPACE;
    // Both halves of a pair stay together, and what follows it is a word of its own.
    else if (isMark.test(character) || (code >= 0xdc00 && code <= 0xdfff)) kind = MARK;
    else if (UNSPACED.some(([first, last]) => code >= first && code <= last)) kind = SINGLE;
    else kind = isLetter.test(character) ? LETTER : SINGLE;
    known.set(code, kind);
  }
  return kind;
}

/** Whether a word of a text is more than a sign. */
export const isCounted = ({ text, starts }: Words, at: number): boolean =>
  isLetter.test(text.charAt(starts[at] ?? 0)) || isHalf(text.charCodeAt(starts[at] ?? 0));

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether there is a comma or a point within a number. */
const isInNumber = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (
    (code === 44 || code === 46) &&
    isDigit(text.charCodeAt(at - 1)) &&
    isDigit(text.charCodeAt(at + 1))
  );
};

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/**
 * Splits a text into words and signs; what is between them does not count. Yields where others may go on.
 * `from` and `to` are code units.
 */
export function* wordsOf(
  text: string,
  { from, to }: { from: number; to: number },
  vocabulary: Vocabulary,
): Generator<void, Words> {
  let room = Math.max(16, Math.ceil((to - from) / 5));
  let ids = new Int32Array(room);
  let starts = new Int32Array(room);
  let ends = new Int32Array(room);
  let count = 0;
  let next = from + UNITS_AT_ONCE;
  for (let at = from; at < to;) {
    const start = at;
    const kind = classOf(text.charCodeAt(at));
    at += 1;
    if (kind === SPACE) continue;
    while (at < to) {
      const following = classOf(text.charCodeAt(at));
      const isSame = kind === LETTER && (following === LETTER || isInNumber(text, at));
      if (following !== MARK && !isSame) break;
      at += 1;
    }
    if (count === room) {
      room *= 2;
      ids = grown(ids, room);
      starts = grown(starts, room);
      ends = grown(ends, room);
    }
    const word = text.slice(start, at);
    let id = vocabulary.get(word);
    if (id === undefined) {
      id = vocabulary.size;
      vocabulary.set(word, id);
    }
    ids[count] = id;
    starts[count] = start;
    ends[count] = at;
    count += 1;
    if (at >= next) {
      yield;
      next = at + UNITS_AT_ONCE;
    }
  }
  return { text, count, ids, starts, ends };
}

function grown(numbers: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(room);
  more.set(numbers);
  return more;
}
