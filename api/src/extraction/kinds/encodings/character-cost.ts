import { FREQUENT_CHARACTERS } from './letter-pairs.ts';

/** An encoding of several bytes a character. */
export interface CharacterSet {
  name: string;
  language: string;
  /** Bits by which it is rarer than others. */
  rarity: number;
}

/** Bits of characters of the first level of a standard, of others, and of what is none. */
const FIRST_LEVEL = 14;
const OTHER = 19;
const PUNCTUATION = 9;
const INVALID = 30;
/** Bits of a half-width katakana after another, and of one that stands alone. */
const HALF_WIDTH = 7;
const LONE_HALF_WIDTH = 17;
/** Bits of a Latin letter and another character without a space between them. */
const BESIDE_LETTER = 6;

/** First and last lead byte of the characters that each standard calls the frequent ones. */
const FIRST_LEVELS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  shift_jis: [0x88, 0x97],
  'euc-jp': [0xb0, 0xcf],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  'euc-kr': [0xb0, 0xc8],
};

const costs = new Map<string, Map<string, number>>();

/** Returns how unlikely bytes are in an encoding, in bits. */
export function costOfCharacters(
  bytes: Uint8Array,
  { name, language, rarity }: CharacterSet,
  bonus: (language: string) => number,
): number {
  const known = costsOf(name, language);
  let cost = rarity - bonus(language);
  let last: 'ideograph' | 'narrow' | 'letter' | undefined;
  for (const character of withoutCutEnd(new TextDecoder(name).decode(bytes))) {
    const isAscii = character < '\u0080';
    const isLetter = isAscii && /[A-Za-z]/.test(character);
    const isNarrow = !isAscii && /[\uff61-\uff9f]/.test(character);
    if (isNarrow) cost += last === 'narrow' ? HALF_WIDTH : LONE_HALF_WIDTH;
    else if (!isAscii) cost += known.get(character) ?? costOfOther(character);
    if ((isLetter && last !== undefined && last !== 'letter') || (!isAscii && last === 'letter'))
      cost += BESIDE_LETTER;
    last = isLetter ? 'letter' : isAscii ? undefined : isNarrow ? 'narrow' : 'ideograph';
  }
  return cost;
}

const withoutCutEnd = (text: string) => text.replace(/\ufffd$/, '');

function costOfOther(character: string): number {
  if (character === '\ufffd' || /[\p{Co}\p{Cn}\u0080-\u009f]/u.test(character)) return INVALID;
  if (/[\u3000-\u3020\uff01-\uff5e]/.test(character)) return PUNCTUATION;
  if (/[\u3040-\u30ff]/.test(character)) return FIRST_LEVEL - 2;
  return OTHER;
}

function costsOf(encoding: string, language: string): Map<string, number> {
  const found = costs.get(encoding);
  if (found !== undefined) return found;
  const known = new Map<string, number>();
  const [first, last] = FIRST_LEVELS[encoding] ?? [0, 0];
  const decoder = new TextDecoder(encoding);
  for (let lead = first; lead <= last; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      if (
        trail < 0xa1 &&
        (encoding === 'euc-kr' || encoding === 'gb18030' || encoding === 'euc-jp')
      )
        continue;
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if ([...text].length === 1 && text !== '\ufffd') known.set(text, FIRST_LEVEL);
    }
  }
  for (const [bits, field] of (FREQUENT_CHARACTERS[language] ?? '').split(';').entries()) {
    for (const character of field) known.set(character, bits);
  }
  costs.set(encoding, known);
  return known;
}
