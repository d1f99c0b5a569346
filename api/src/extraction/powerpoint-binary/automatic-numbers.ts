import { numberText } from '../ooxml/number-text.ts';

/** How the paragraphs of a list are numbered. */
export interface AutomaticNumber {
  scheme: number;
  start: number;
}

type Scheme = readonly [format: string, before: string, after: string];

/** Schemes of numbers in their order (MS-PPT, TextAutoNumberSchemeEnum). */
const SCHEMES: readonly Scheme[] = [
  ['lowerLetter', '', '.'],
  ['upperLetter', '', '.'],
  ['decimal', '', ')'],
  ['decimal', '', '.'],
  ['lowerRoman', '(', ')'],
  ['lowerRoman', '', ')'],
  ['lowerRoman', '', '.'],
  ['upperRoman', '', '.'],
  ['lowerLetter', '(', ')'],
  ['lowerLetter', '', ')'],
  ['upperLetter', '(', ')'],
  ['upperLetter', '', ')'],
  ['decimal', '(', ')'],
  ['decimal', '', ''],
  ['upperRoman', '(', ')'],
  ['upperRoman', '', ')'],
];
const USUAL: Scheme = ['decimal', '', '.'];
const USUAL_NUMBER = 3;
const PICTURE = 0x800000;
const IS_NUMBERED = 0x2000000;
const SCHEME = 0x1000000;
const RUN_NUMBER = 0x100000;
/** Properties of languages and spelling by their bit, with their sizes. */
const OTHERS: readonly [bit: number, size: number][] = [
  [1, 2],
  [2, 2],
  [4, 2],
  [0x20, 4],
  [0x40, 2],
];
const SMART_TAGS = 0x200;

/** Returns the numbers that runs of characters refer to by their place in this list. */
export function automaticNumbers(list: Buffer | undefined): (AutomaticNumber | undefined)[] {
  const numbers: (AutomaticNumber | undefined)[] = [];
  if (list === undefined) return numbers;
  let at = 0;
  while (at + 12 <= list.length) {
    const mask = list.readUInt32LE(at);
    at += 4 + ((mask & PICTURE) === 0 ? 0 : 2);
    const isNumbered = (mask & IS_NUMBERED) !== 0 && (list[at] ?? 0) === 1;
    if ((mask & IS_NUMBERED) !== 0) at += 2;
    const hasScheme = (mask & SCHEME) !== 0;
    if (at + 12 > list.length + (hasScheme ? 0 : 4)) break;
    const scheme = hasScheme ? list.readUInt16LE(at) : USUAL_NUMBER;
    const start = hasScheme ? list.readUInt16LE(at + 2) : 1;
    if (hasScheme) at += 4;
    numbers.push(isNumbered ? { scheme, start } : undefined);
    const end = endOfOthers(list, at);
    if (end === undefined) break;
    at = end;
  }
  return numbers;
}

function endOfOthers(list: Buffer, start: number): number | undefined {
  let at = start;
  if (at + 4 > list.length) return undefined;
  at += (list.readUInt32LE(at) & RUN_NUMBER) === 0 ? 4 : 8;
  if (at + 4 > list.length) return undefined;
  const flags = list.readUInt32LE(at);
  at += 4;
  for (const [bit, size] of OTHERS) if ((flags & bit) !== 0) at += size;
  if ((flags & SMART_TAGS) === 0) return at;
  return at + 4 > list.length ? undefined : at + 4 + 4 * list.readUInt32LE(at);
}

/** Counts the numbered paragraphs of a text; those that follow one of another kind begin anew. */
export class NumberCounter {
  readonly #counts: (number | undefined)[] = [];

  next(level: number, number: AutomaticNumber | undefined): string | undefined {
    this.#counts.length = Math.min(this.#counts.length, level + 1);
    const before = this.#counts[level];
    const value = before === undefined ? (number?.start ?? 1) : before + 1;
    this.#counts[level] = number === undefined ? undefined : value;
    if (number === undefined) return undefined;
    const [format, left, right] = SCHEMES[number.scheme] ?? USUAL;
    return left + numberText(value, format) + right;
  }
}
