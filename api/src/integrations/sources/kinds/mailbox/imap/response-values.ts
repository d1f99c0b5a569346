import { SourceError } from '../../../source-error.ts';
import type { ResponsePart } from './response-reader.ts';

/** A text, a literal, a list, or NIL. */
export type ResponseValue = string | Uint8Array | readonly ResponseValue[] | undefined;

const DEPTH_MAX = 50;
/** A parenthesis, a quoted text, or an atom, which may have a section in brackets. */
const TOKENS = /[()]|"(?:[^"\\]|\\.)*"|(?:[^\s()"[]|\[[^\]]*\])+/g;

/** Reads what follows the name of a response. @throws {SourceError} */
export function valuesOf(parts: readonly ResponsePart[]): readonly ResponseValue[] {
  const open: ResponseValue[][] = [[]];
  for (const part of parts) {
    if (typeof part !== 'string') {
      open.at(-1)?.push(part);
      continue;
    }
    for (const [token] of part.matchAll(TOKENS)) {
      if (token === '(') open.push([]);
      else if (token === ')') close(open);
      else open.at(-1)?.push(valueOf(token));
      if (open.length > DEPTH_MAX) throw new SourceError('invalid_response');
    }
  }
  if (open.length !== 1) throw new SourceError('invalid_response');
  return open[0] ?? [];
}

function close(open: ResponseValue[][]): void {
  const list = open.pop();
  const outer = open.at(-1);
  if (list === undefined || outer === undefined) throw new SourceError('invalid_response');
  outer.push(list);
}

function valueOf(token: string): ResponseValue {
  if (token.startsWith('"')) return textOf(token.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
  return token.toUpperCase() === 'NIL' ? undefined : textOf(token);
}

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** Pairs of names and values, as of a message. */
export function pairsOf(values: ResponseValue): Map<string, ResponseValue> {
  const pairs = new Map<string, ResponseValue>();
  if (!Array.isArray(values)) return pairs;
  const list = values as readonly ResponseValue[];
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = list[at];
    if (typeof name === 'string') pairs.set(name.toUpperCase().replace(/\[.*/s, ''), list[at + 1]);
  }
  return pairs;
}

/** Numbers of a set such as `1:3,7`; undefined where it names more than `most`. */
export function numbersOf(set: string, most: number): number[] | undefined {
  const numbers: number[] = [];
  for (const range of set.split(',')) {
    const [from = Number.NaN, to = from] = range.split(':').map(Number);
    if (!(from > 0 && to > 0 && Number.isSafeInteger(from + to))) continue;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    if (numbers.length + high - low + 1 > most) return undefined;
    for (let number = low; number <= high; number += 1) numbers.push(number);
  }
  return numbers;
}
