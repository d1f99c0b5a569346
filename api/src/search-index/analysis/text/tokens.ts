import { foldWord } from '../fold-word.ts';
import { isStopWordSomewhere } from '../languages/languages.ts';
import { withoutPrefixes } from './semitic-prefixes.ts';

/**
 * What a token is of its text. A `word` is one word, or a part of a compound. A `whole` is a compound without
 * its marks: "AB-12/3" as "ab123". A `pair` is two parts of it as one word, a `variant` the word before it in another
 * form, a `capital` the word before it where only capitals tell it from a common word, and a `gram` two characters
 * of a text without spaces.
 */
export type TokenKind = 'word' | 'whole' | 'pair' | 'variant' | 'capital' | 'gram';

export interface Token {
  /** As `foldWord` returns it. */
  text: string;
  /** Where it is in the text, in UTF-16 code units. */
  start: number;
  end: number;
  kind: TokenKind;
  /** The number of the run of characters that it is of, from 0. */
  run: number;
}

/** Characters of a token; the rest of longer ones says nothing. */
const TOKEN_MAX = 128;
/** Parts of a compound that are tokens; longer ones are checksums and data. */
const PARTS_MAX = 24;
/** Parts of a word without marks, such as "getUserName" or "HX2000", and characters of each on average. */
const INNER_PARTS_MAX = 6;
const INNER_PART_MIN = 1.5;

const LETTERS = String.raw`\p{L}\p{M}\p{N}`;
const UNSEEN = String.raw`\u00AD\u200B\u200D-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF`;
/** Some count as letters in Unicode: U+02B9 to U+02BC, and U+A78C. */
const APOSTROPHES = String.raw`'\u2018\u2019\u201B\u02B9-\u02BC\u2032\u00B4\u055A\uA78C\uFF07`;
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'u');
const MARKS = String.raw`\-_./@:+#&${APOSTROPHES}\u200C\u2010-\u2015\u2212\u2044\uFF0D`;
/** Marks between digits alone: of thousands. */
const OF_DIGITS = String.raw`(?<=\p{Nd})[,\u00A0\u202F](?=\p{Nd})`;

/** Runs of letters and digits, with the marks that hold the parts of a code, a version or a name together. */
const RUNS = new RegExp(
  `[${LETTERS}]+(?:(?:[${MARKS}${UNSEEN}]+|${OF_DIGITS})[${LETTERS}]+)*(?:\\+\\+|#)?`,
  'gu',
);
const PARTS = new RegExp(`(?:(?!${APOSTROPHE.source})[${LETTERS}])+`, 'gu');
const IN_CYRILLIC = new RegExp(`^[\\p{L}\\p{M}${APOSTROPHES}]+$`, 'u');
const IS_MARKED = new RegExp(`[^${LETTERS}]|${APOSTROPHE.source}`, 'u');
/** Words in a word: "HTTPResponse" has two, "HX2000" too. */
const INNER_PARTS = /\p{Nd}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{Nd}]+/gu;
const HAS_INNER_PARTS = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{Nd}|\p{Nd}\p{L}/u;
const INNER_WORD = /^\p{L}{2,}$/u;
const NOT_IN_WHOLE = new RegExp(`[^${LETTERS}+#]|${APOSTROPHE.source}`, 'gu');
const ASCII = /^[ -~]*$/;
/** Most words have small letters alone, and nothing about them is looked at. */
const IS_COMMON = /^[a-z]+$/;

const IDEOGRAPHIC = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\uFF70\uFF9E\uFF9F\u3005`;
const SYLLABIC = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const HANGUL = String.raw`\p{Script=Hangul}`;
const SCRIPTS = new RegExp(
  `[${IDEOGRAPHIC}]+|[${SYLLABIC}\\p{M}]*[${SYLLABIC}][${SYLLABIC}\\p{M}]*|[${HANGUL}]+|[^${IDEOGRAPHIC}${SYLLABIC}${HANGUL}]+`,
  'gu',
);
const HAS_OTHER_SCRIPT = new RegExp(`[${IDEOGRAPHIC}${SYLLABIC}${HANGUL}]`, 'u');
const IS_IDEOGRAPHIC = new RegExp(`^[${IDEOGRAPHIC}]`, 'u');
const IS_SYLLABIC = new RegExp(`[${SYLLABIC}]`, 'u');
const IS_HANGUL = new RegExp(`^[${HANGUL}]`, 'u');
const HAS_PREFIXES = /^[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const IS_CYRILLIC = /\p{Script=Cyrillic}/u;

/** The articles and prepositions that are joined to a word, and the endings of English ones. */
const JOINED_WORD = /^(?:.|qu|ll|re|ve)$/u;
/** "PEP 572" is "pep-0572.rst". */
const LEADING_ZEROS = /^0+[1-9]\d*$/;
/** A capital that begins a sentence says nothing. */
const BEGINS_SENTENCE = /(?:^|[.!?:\n]\s*["'(]?)$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Yields the tokens of a text in their order, a compound before its parts. */
export function* tokensOf(text: string): Generator<Token> {
  let run = -1;
  for (const match of text.matchAll(RUNS)) {
    run += 1;
    const [written] = match;
    const place: Place = { start: match.index, end: match.index + written.length, run };
    if (IS_COMMON.test(written)) {
      yield { ...place, text: cut(written), kind: 'word' };
    } else if (ASCII.test(written)) {
      yield* wordTokens(written, place, text);
    } else if (HAS_OTHER_SCRIPT.test(written)) {
      for (const part of written.matchAll(SCRIPTS)) {
        const start = place.start + part.index;
        yield* scriptTokens(part[0], { start, end: start + part[0].length, run: run++ }, text);
      }
      run -= 1;
    } else {
      yield* wordTokens(written, place, text);
    }
  }
}

type Place = Pick<Token, 'start' | 'end' | 'run'>;

function* scriptTokens(written: string, place: Place, text: string): Generator<Token> {
  if (IS_IDEOGRAPHIC.test(written))
    yield* gramTokens(Array.from(ideographs(written)), written, place);
  else if (IS_SYLLABIC.test(written)) yield* syllabicTokens(written, place);
  else if (IS_HANGUL.test(written)) {
    yield { ...place, text: cut(foldWord(written)), kind: 'word' };
    yield* gramTokens(Array.from(foldWord(written)), written, place);
  } else {
    const [first] = written.matchAll(RUNS);
    if (first === undefined) return;
    const start = place.start + first.index;
    yield* wordTokens(first[0], { start, end: start + first[0].length, run: place.run }, text);
  }
}

/** "サーバー" and "サーバ" are the same word. */
const ideographs = (written: string): string =>
  foldWord(written).replace(/(?<=[\p{Script=Katakana}ー]{2})ー(?![\p{Script=Katakana}ー])/gu, '');

/** Each two characters that follow each other, and the last one: a single character is the beginning of one of them. */
function* gramTokens(
  characters: readonly string[],
  written: string,
  { start, end, run }: Place,
): Generator<Token> {
  const isAligned = characters.join('').length === written.length;
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? '';
    const length = character.length + next.length;
    if (next !== '' || characters.length === 1 || index === characters.length - 1) {
      yield {
        text: character + next,
        start: isAligned ? start + at : start,
        end: isAligned ? start + at + length : end,
        kind: 'gram',
        run,
      };
    }
    at += character.length;
  }
}

/** Dictionaries find the words of these scripts, and pairs of syllables those that they divide otherwise. */
function* syllabicTokens(written: string, place: Place): Generator<Token> {
  for (const { segment, index, isWordLike } of segmenter.segment(written)) {
    if (isWordLike !== true) continue;
    const start = place.start + index;
    const end = start + segment.length;
    yield { text: cut(foldWord(segment)), start, end, kind: 'word', run: place.run };
  }
  const syllables = [...clusters.segment(foldWord(written))].map(({ segment }) => segment);
  yield* gramTokens(syllables, written, place);
}

function* wordTokens(written: string, place: Place, text: string): Generator<Token> {
  const isPlain = !IS_MARKED.test(written) && !HAS_INNER_PARTS.test(written);
  if (isPlain) {
    yield* plainTokens(written, place, text);
    return;
  }
  const parts = partsOf(written);
  const whole = foldWord(written).replaceAll(NOT_IN_WHOLE, '');
  if (whole === '') return;
  // "don't" is no "don".
  if (isStopWordSomewhere(whole)) {
    yield { ...place, text: whole, kind: 'word' };
    return;
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && foldWord(only.text) === whole) {
    yield* plainTokens(only.text, { ...place, ...only.place(place) }, text);
    return;
  }
  if (whole !== '') yield { ...place, text: cut(whole), kind: 'whole' };
  const value = numberOf(written);
  if (value !== undefined && value !== whole) yield { ...place, text: value, kind: 'variant' };
  if (parts.length > PARTS_MAX) return;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const at = part.place(place);
    yield* plainTokens(part.text, { ...place, ...at }, text);
    if (next?.isOfName === true && part.isOfName && parts.length > 2) {
      const pair = cut(foldWord(part.text) + foldWord(next.text));
      yield {
        text: pair,
        start: at.start,
        end: next.place(place).end,
        kind: 'pair',
        run: place.run,
      };
    }
  }
}

function* plainTokens(written: string, place: Place, text: string): Generator<Token> {
  const word = cut(foldWord(written));
  if (word === '') return;
  yield { ...place, text: word, kind: 'word' };
  if (LEADING_ZEROS.test(word)) yield { ...place, text: word.replace(/^0+/, ''), kind: 'variant' };
  if (isStopWordSomewhere(word) && isCapital(written, place.start, text))
    yield { ...place, text: `!${word}`, kind: 'capital' };
  if (HAS_PREFIXES.test(word)) {
    for (const variant of withoutPrefixes(word)) yield { ...place, text: variant, kind: 'variant' };
  }
}

/** "IT", "WHO", "vitamin A", but not "A loan". */
function isCapital(written: string, start: number, text: string): boolean {
  if (written.length > 4 || !/^\p{Lu}+$/u.test(written)) return false;
  return written.length > 1 || !BEGINS_SENTENCE.test(text.slice(Math.max(0, start - 4), start));
}

interface Part {
  text: string;
  /** Whether it is a word of a name such as "display_name" or "getUserName". */
  isOfName: boolean;
  place: (run: Pick<Place, 'start' | 'end'>) => { start: number; end: number };
}

function partsOf(written: string): Part[] {
  const seen = ASCII.test(written)
    ? written
    : written.replaceAll(new RegExp(`[${UNSEEN}]`, 'gu'), '').normalize('NFKC');
  const isAligned = seen.length === written.length;
  const placeOf = (from: number, to: number): Part['place'] =>
    isAligned ? ({ start }) => ({ start: start + from, end: start + to }) : (run) => run;
  const parts: Part[] = [];
  const isName = !/[@:/.]/.test(seen);
  for (const apart of dividedByMarks(seen)) {
    const inner = HAS_INNER_PARTS.test(apart.text) ? [...apart.text.matchAll(INNER_PARTS)] : [];
    const isDivided =
      inner.length > 1 &&
      inner.length <= INNER_PARTS_MAX &&
      (inner.length <= 4 || apart.text.length / inner.length >= INNER_PART_MIN);
    if (inner.length > 1 && (!isDivided || IS_MARKED.test(seen))) {
      parts.push({
        text: apart.text,
        isOfName: false,
        place: placeOf(apart.at, apart.at + apart.text.length),
      });
    }
    if (inner.length > 1 && !isDivided) continue;
    for (const { 0: text, index } of isDivided ? inner : [{ 0: apart.text, index: 0 }]) {
      const from = apart.at + index;
      parts.push({
        text,
        isOfName: isName && INNER_WORD.test(text),
        place: placeOf(from, from + text.length),
      });
    }
  }
  return parts;
}

/** "L'avion" has the word "avion", "mayor's" the word "mayor"; an apostrophe within Cyrillic is a letter. */
function dividedByMarks(seen: string): { text: string; at: number }[] {
  if (IS_CYRILLIC.test(seen) && IN_CYRILLIC.test(seen)) {
    return [{ text: seen.replaceAll(new RegExp(APOSTROPHE, 'gu'), ''), at: 0 }];
  }
  const parts = [...seen.matchAll(PARTS)].map(({ 0: text, index }) => ({ text, at: index }));
  if (!APOSTROPHE.test(seen)) return parts;
  return parts.filter(({ text, at }) => {
    const isAtApostrophe = isApostrophe(seen[at - 1]) || isApostrophe(seen[at + text.length]);
    return !isAtApostrophe || !JOINED_WORD.test(text.toLowerCase());
  });
}

const isApostrophe = (character: string | undefined): boolean =>
  character !== undefined && APOSTROPHE.test(character);

/** Returns the digits of a whole number that is written with marks of thousands: "1,250.00" is "1250". */
function numberOf(written: string): string | undefined {
  const [, whole] = /^(\d{1,3}(?:[.,'’\u00A0\u202F]\d{3})+)(?:[.,]\d+)?$/u.exec(written) ?? [];
  const plain = /^(\d+)[.,]0+$/u.exec(written)?.[1];
  return plain ?? whole?.replaceAll(/\D/g, '');
}

const cut = (word: string): string => word.slice(0, TOKEN_MAX);
