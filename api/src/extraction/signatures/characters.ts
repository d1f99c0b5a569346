/** What a character is to the comparison of texts. */
export const SPACE = 0;
/** A letter or digit of a word that white space ends. */
export const WORD = 1;
/** A character of a script without spaces, which counts as half a word. */
export const HALF_WORD = 2;
/** A sign of an amount, such as € or %. */
export const SIGN = 3;
/** Punctuation: it tells texts apart that are equal otherwise, and is in no shingle. */
export const MARK = 4;
/** What kinds of files write in different ways, or not at all: bullets, soft hyphens. */
export const NOTHING = 5;

const UNKNOWN = 255;
const classes = new Uint8Array(0x10000).fill(UNKNOWN);
const folded = new Uint16Array(0x10000);
const plain = new Uint16Array(0x10000);

const SCRIPTS_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const SAME: ReadonlyMap<string, string> = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['‐', '-'],
  ['‑', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
]);

function learn(code: number): void {
  const character = String.fromCharCode(code);
  const same = SAME.get(character) ?? character;
  const lower = same.toLowerCase();
  plain[code] = same.charCodeAt(0);
  folded[code] = lower.length === 1 ? lower.charCodeAt(0) : code;
  classes[code] = classOf(character, code);
}

function classOf(character: string, code: number): number {
  if (/[\s\p{Zs}\p{Zl}\p{Zp}]/u.test(character)) return SPACE;
  // Characters beyond the basic plane: rare ideographs, and emoji.
  if (code >= 0xd800 && code < 0xe000) return HALF_WORD;
  if (SCRIPTS_WITHOUT_SPACES.test(character)) return HALF_WORD;
  if (/[\p{L}\p{M}\p{N}]/u.test(character)) return WORD;
  if (/[\p{Sc}%‰<>=+±]/u.test(character)) return SIGN;
  if (/[\p{Cc}\p{Cf}\p{Co}•‣◦▪■●○·]/u.test(character)) return NOTHING;
  return MARK;
}

/** Returns what the UTF-16 code unit of a text in NFKC is. */
export function classOfCode(code: number): number {
  const known = classes[code] ?? NOTHING;
  if (known !== UNKNOWN) return known;
  learn(code);
  return classes[code] ?? NOTHING;
}

/** Returns it in lower case. Call `classOfCode` first. */
export const foldedCode = (code: number): number => folded[code] ?? code;

/** Returns it with one form for quotation marks and for dashes. Call `classOfCode` first. */
export const plainCode = (code: number): number => plain[code] ?? code;

export const isDigit = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code > 127 && /\p{N}/u.test(String.fromCharCode(code)));
