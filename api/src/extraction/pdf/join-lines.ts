import { isChinese } from './scripts.ts';

/** First halves of compounds: "well-" before "known" is no part of a longer word. */
const COMPOUNDS = new Set(
  'well self half two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety high low long short full real open user first second third cross multi non single large small fine wide hard right left'.split(
    ' ',
  ),
);
/** Second halves that are no words of their own: "short-" before "age". */
const SUFFIX =
  /^(?:age|ance|dom|ed|ence|er|ful|hood|ing|ish|ity|izes?|izing|less|light|ling|ly|ment|ness|ning|ship|s|some|ting|ton|ty|ware|wise)/;

const HYPHEN = /[-\u00ad\u2010]\s*$/u;

/** The words of a document that stand within its lines. */
export class Vocabulary {
  readonly #words = new Set<string>();

  /** The first and the last word of a line may be halves. */
  add(line: string): void {
    const words = line
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+(?:[-\u2010][\p{L}\p{N}\p{M}]+)*[-\u2010\u00ad]?/gu);
    for (const word of words ?? []) {
      if (!HYPHEN.test(word)) this.#words.add(word.replaceAll('\u2010', '-'));
    }
  }

  has(word: string): boolean {
    return this.#words.has(word.toLowerCase());
  }
}

const NO_WORDS = new Vocabulary();

/** Joins two lines: halves of a word without a space, Chinese lines too, anything else with one. */
export function joinText(text: string, next: string, vocabulary = NO_WORDS): string {
  if (text === '') return next;
  if (next === '') return text;
  if (isChinese(text.at(-1)) && isChinese(next.at(0))) return text + next;
  if (/\S:\/\/\S*[/.=?&_-]$|:\/\/$/u.test(text.slice(-200)) && /^\S/.test(next)) return text + next;
  if (/[\p{L}\p{N}]\u2013$/u.test(text) && /^\p{N}/u.test(next)) return text + next;
  if (/[\p{L}\p{N}][-\u00ad\u2010]\s*$/u.test(text) && /^\s*[\p{L}\p{N}]/u.test(next)) {
    const joined = text.replace(HYPHEN, '');
    const rest = next.trimStart();
    return isHard(text.trimEnd(), rest, vocabulary) ? `${joined}-${rest}` : joined + rest;
  }
  return /\s$/.test(text) || /^\s/.test(next) ? text + next : `${text} ${next}`;
}

const isUpper = (word: string) => word.length > 1 && word === word.toUpperCase();

/** Whether the hyphen at the end of a line belongs to the word. */
function isHard(text: string, next: string, vocabulary: Vocabulary): boolean {
  if (text.endsWith('\u00ad')) return false;
  const before =
    /[\p{L}\p{N}\p{M}]+(?:[-\u2010][\p{L}\p{N}\p{M}]+)*(?=[-\u2010]$)/u.exec(
      text.slice(-80),
    )?.[0] ?? '';
  const [after = ''] =
    /^[\p{L}\p{N}\p{M}]+(?:[-\u2010][\p{L}\p{N}\p{M}]+)*/u.exec(next.slice(0, 80)) ?? [];
  if (/\p{N}/u.test(before) || /^\p{N}/u.test(after)) return true;
  if (vocabulary.has(`${before}-${after}`)) return true;
  if (vocabulary.has(before + after)) return false;
  if (/^\p{Lu}/u.test(after)) return !(isUpper(before) && isUpper(after));
  if (isUpper(before)) return true;
  // A compound of several words: state-of-the-art.
  if (/[-\u2010]/u.test(before) || /^\p{L}+[-\u2010]/u.test(after)) return true;
  const first = before.toLowerCase();
  if (first === 'self') return !/^(?:ish|less|s$)/.test(after);
  if (/[_@\\]\S*$/.test(text)) return true;
  const isWord = vocabulary.has(after) && after.length >= 4;
  if (COMPOUNDS.has(first) && after.length >= 3 && !SUFFIX.test(after)) return true;
  return isWord && first.length >= 4 && vocabulary.has(first);
}
