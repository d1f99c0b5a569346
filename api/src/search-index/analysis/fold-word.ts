import TRADITIONAL from 'opencc-js/dict/TSCharacters';

import { BoundedCache } from '../../platform/bounded-cache.ts';

/** Characters that a reader does not see: soft hyphens, marks of direction, joiners. */
const UNSEEN =
  /[\u00AD\u200B\u200D-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\p{Variation_Selector}/gu;
const HYPHENS = /[\u2010-\u2015\u2212\u200C]/g;
const APOSTROPHES = /[\u2018\u2019\u02BC\u02B9\u2032\u00B4\u05F3]/g;

/** Letters that do not decompose into a letter and a mark, and those that are written in several ways. */
const LETTERS = new Map(
  `ß ss|æ ae|œ oe|ø o|đ d|ð d|þ th|ł l|ħ h|ŋ n|ı i|ŧ t|ς σ|ё е|ґ г|أ ا|إ ا|آ ا|ٱ ا|ى ي|ی ي|ئ ي|ؤ و|ة ه|ک ك|ھ ه|ہ ه|ە ه|ۀ ه|\u0901 \u0902|⁄ /`
    .split('|')
    .map((pair) => pair.split(' ', 2) as [string, string]),
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');

/** Marks that make no other letter: accents of Latin and Greek, vowel points of Hebrew and Arabic, tatweel, nukta. */
const MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}|[\u0591-\u05C7]|[\u0610-\u061A]|\u0640|[\u064B-\u065F]|\u0670|[\u06D6-\u06ED]|\u093C/gu;

/** The code points of the digit 0 in scripts that have digits of their own. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810,
];
const HAN = /\p{Script=Han}/u;
const ASCII = /^[ -~]*$/;

/** The simplified forms of traditional Chinese characters. */
const simplified = new Map(
  TRADITIONAL.split('|').map((pair) => pair.split(' ', 2) as [string, string]),
);

const FOLDED_MAX = 50_000;
const folded = new BoundedCache<string>({ entries: FOLDED_MAX, keepsOrder: true });

/**
 * Returns a word as the index compares it: in lower case, compatibility forms replaced (NFKC), without accents,
 * vowel points and what a reader does not see. "L’Été", "l'ete" and "L\u2019E\u0301te\u0301" are the same.
 */
export function foldWord(written: string): string {
  // ASCII is the common case, and normalizing is not cheap.
  if (ASCII.test(written)) return written.toLowerCase();
  const known = folded.get(written);
  if (known !== undefined) return known;
  const word = fold(written);
  folded.set(written, word);
  return word;
}

function fold(written: string): string {
  const seen = written
    .replace(UNSEEN, '')
    .replace(HYPHENS, '-')
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .toLowerCase();
  const plain = seen
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter);
  const digits = plain.replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
  return HAN.test(digits)
    ? Array.from(digits, (each) => simplified.get(each) ?? each).join('')
    : digits;
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}
