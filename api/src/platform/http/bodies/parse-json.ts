import type { ErrorBody } from '@carrel/shared/contract';

import { invalid, malformed } from '../problems.ts';
import { ISSUES_MAX, issuePath } from './issue-path.ts';
import { numberFault, textFault } from './storable.ts';

type Issue = NonNullable<ErrorBody['issues']>[number];

const MAX_DEPTH = 64;
const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * Returns the value of a JSON text. What would not be the value that was sent is refused: texts that cannot be
 * stored, numbers that would be rounded, and fields that are there twice.
 * @throws {Problem} 400 for what is no JSON, 422 with an issue for each such field.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  const issues: Issue[] = [];
  try {
    readParts(text, issues);
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed('The request is not valid JSON.');
  }
  if (issues.length > 0) throw invalid(issues);
  return value;
}

/** An object or an array that has begun. */
interface Container {
  /** Of the current field or item. */
  key: string | number;
  /** The names of an object so far; undefined for an array. */
  names: Set<string> | undefined;
  /** Whether the next text is a name. */
  isBeforeName: boolean;
}

/**
 * Reads the texts and numbers of a JSON text, which may be invalid in other respects, and adds their issues.
 * `JSON.parse` tells neither digits that it leaves out nor names that are there twice.
 */
function readParts(text: string, issues: Issue[]): void {
  const open: Container[] = [];
  const add = (message: string | undefined, containers = open) => {
    if (message !== undefined && issues.length < ISSUES_MAX) {
      issues.push({ path: pathOf(containers), message });
    }
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const within = open.at(-1);
    if (character === '"') {
      const end = endOfText(text, at);
      const read = textOf(text.slice(at, end));
      at = end - 1;
      if (within?.isBeforeName === true) {
        const fault = textFault(read);
        if (fault !== undefined)
          add(`The name of a field cannot be used. ${fault}`, open.slice(0, -1));
        if (within.names?.has(read) === true) {
          within.key = read;
          add('The field is there twice');
        }
        within.names?.add(read);
        within.key = fault === undefined ? read : '';
        within.isBeforeName = false;
      } else add(textFault(read));
    } else if (character === '{' || character === '[') {
      if (open.length === MAX_DEPTH) throw malformed('The request is nested too deeply.');
      const isObject = character === '{';
      open.push({
        key: isObject ? '' : 0,
        names: isObject ? new Set() : undefined,
        isBeforeName: isObject,
      });
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',') {
      if (typeof within?.key === 'number') within.key += 1;
      else if (within !== undefined) within.isBeforeName = true;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const [source] = NUMBER.exec(text) ?? [];
      if (source === undefined) continue;
      add(numberFault(source));
      at += source.length - 1;
    }
  }
}

/** Returns the index after the quotation mark that ends the text at an index. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const textOf = (source: string): string =>
  source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);

const pathOf = (containers: readonly Container[]) =>
  issuePath(containers.map(({ key }) => key).join('.'));
