import { decode } from 'iconv-lite';

import { LETTER_PAIRS } from './letter-pairs.ts';

/** An encoding of one byte a letter. */
export interface CodePage {
  name: string;
  languages: readonly string[];
  /** Bits by which it is rarer than others. */
  rarity: number;
}

/** Bits of a pair that its language does not have, and of one with a letter that it does not have. */
const UNSEEN_PAIR = 11;
const UNSEEN_LETTER = 15;
const COMMON_SYMBOL = 5;
const OTHER_SYMBOL = 10;
const CONTROL = 22;
/** Bits of a capital after a small letter, of a symbol within a word, and of two alphabets in a word. */
const MISPLACED = 6;
/** Bits of a text in another alphabet that has no word of it. */
const LONE_LETTERS = 15;

const COMMON_SYMBOLS = new Set('“”„‘’‚–—…«»‹›€£§°·•©®™×±µ½¼¾²³ªº¿¡\u00a0№');

/** Symbols that letters do not follow. */
const CLOSING_SYMBOLS = new Set('…»›€£°•©®™×½¼¾²³ªº§');

interface Model {
  pairs: ReadonlyMap<string, number>;
  letters: ReadonlySet<string>;
  /** Whether its letters stand beside those of ASCII. */
  isLatin: boolean;
}

/** What a byte is in a code page. */
interface Sign {
  folded: string;
  kind: 'letter' | 'symbol' | 'control' | 'space';
  isUpper: boolean;
  isAscii: boolean;
  text: string;
}

const models = new Map<string, Model>();
const pages = new Map<string, readonly Sign[]>();

/** Returns how unlikely bytes are in an encoding, in bits, in the likeliest of its languages. */
export function costOfLetters(
  bytes: Uint8Array,
  { name, languages, rarity }: CodePage,
  bonus: (language: string) => number,
): number {
  const signs = signsOf(name);
  const known = languages.map((language) => ({
    ...modelOf(language),
    cost: rarity - bonus(language),
  }));
  let shared = 0;
  let isWord = false;
  let previous = signs[0x20];
  for (let at = 0; at <= bytes.length; at += 1) {
    const sign = signs[bytes[at] ?? 0x20];
    if (sign === undefined || previous === undefined) continue;
    isWord ||= isForeignLetter(sign) && isForeignLetter(previous);
    if (!sign.isAscii || !previous.isAscii) {
      shared += costOfSigns(previous, sign);
      if (sign.kind === 'letter' || previous.kind === 'letter') {
        const pair = previous.folded + sign.folded;
        for (const model of known) model.cost += costOfPair(model, pair, previous, sign);
      }
    }
    previous = sign;
  }
  const lone = isWord ? 0 : LONE_LETTERS;
  return shared + Math.min(...known.map(({ cost, isLatin }) => cost + (isLatin ? 0 : lone)));
}

const isForeignLetter = ({ kind, isAscii }: Sign) => kind === 'letter' && !isAscii;

/** Bits that do not depend on the language. */
function costOfSigns(first: Sign, second: Sign): number {
  let cost = 0;
  for (const [sign, other] of [
    [first, second],
    [second, first],
  ] as const) {
    if (sign.kind === 'control') cost += CONTROL;
    if (sign.kind !== 'symbol' || sign.isAscii) continue;
    cost += COMMON_SYMBOLS.has(sign.text) ? COMMON_SYMBOL : OTHER_SYMBOL;
    const isBefore = sign === first;
    const fits = COMMON_SYMBOLS.has(sign.text) && !(isBefore && CLOSING_SYMBOLS.has(sign.text));
    if (other.kind === 'letter' && !fits) cost += MISPLACED;
  }
  if (first.kind === 'letter' && second.kind === 'letter' && !first.isUpper && second.isUpper) {
    cost += MISPLACED;
  }
  return cost;
}

function costOfPair(model: Model, pair: string, first: Sign, second: Sign): number {
  const found = model.pairs.get(pair);
  if (found !== undefined) return found;
  const isKnown = (sign: Sign) =>
    sign.kind !== 'letter' || (sign.isAscii && model.isLatin) || model.letters.has(sign.folded);
  return isKnown(first) && isKnown(second) ? UNSEEN_PAIR : UNSEEN_LETTER;
}

function modelOf(language: string): Model {
  const found = models.get(language);
  if (found !== undefined) return found;
  const pairs = new Map<string, number>();
  const letters = new Set<string>();
  for (const [bits, field] of (LETTER_PAIRS[language] ?? '').split(';').entries()) {
    for (let at = 0; at < field.length; at += 2) {
      const pair = field.slice(at, at + 2);
      pairs.set(pair, bits);
      for (const letter of pair) letters.add(letter);
    }
  }
  const model = { pairs, letters, isLatin: letters.has('n') };
  models.set(language, model);
  return model;
}

function signsOf(encoding: string): readonly Sign[] {
  const found = pages.get(encoding);
  if (found !== undefined) return found;
  const signs = Array.from({ length: 256 }, (_, byte): Sign => {
    const text = decode(Uint8Array.of(byte), encoding);
    const isLetter = /^[\p{L}\p{M}]$/u.test(text) && !COMMON_SYMBOLS.has(text);
    const folded = isLetter ? text.toLowerCase().charAt(0) : '_';
    const isAscii = byte < 0x80;
    const isControl =
      !isAscii &&
      /^[\p{C}\ufffd]$/u.test(text) &&
      text !== '\u00ad' &&
      !/[\u200c-\u200f]/.test(text);
    const kind = isLetter
      ? 'letter'
      : isControl
        ? 'control'
        : /^\s$/.test(text)
          ? 'space'
          : 'symbol';
    return { folded, kind, isUpper: isLetter && text !== text.toLowerCase(), isAscii, text };
  });
  pages.set(encoding, signs);
  return signs;
}
