import { LENGTH_MIN, lengthWithin, type TokenCounter } from './chunk-tokens.ts';
import { tableBefore, type TableRows } from './table-rows.ts';

/** Room in the tokens of a model, beside the size in characters. */
export interface TokenRoom {
  counter: TokenCounter;
  /** Tokens that a chunk may have that starts at a place; places only grow. */
  at(start: number, end: number): number;
}

interface Limits {
  /** In characters. */
  size: number;
  tables: readonly TableRows[];
  tokens: TokenRoom | undefined;
}

interface Extent {
  /** The headings of its columns, where it starts within a table. */
  heading: string;
  /** Where the chunk ends at the latest. */
  limit: number;
  /** Characters that it may have, the headings among them. */
  length: number;
}

/** Returns how many characters a chunk of a length adds at least to the previous one: any grapheme fits. */
export const newTextOf = (length: number): number =>
  Math.min(length, Math.max(LENGTH_MIN, Math.ceil(length / 8)));

/** Returns how far a chunk may reach that starts at a place of a text. */
export function extentOf(text: string, start: number, { size, tables, tokens }: Limits): Extent {
  const most = tokens?.at(start, start + size) ?? Infinity;
  const within = (length: number, left: number) =>
    tokens === undefined
      ? length
      : lengthWithin(text.slice(start, start + length), left, length, tokens.counter);
  const length = within(size, most);
  const headingWithin = (characters: number) => {
    const heading = headingAt(tables, start, characters);
    return { heading, taken: tokens?.counter.count(heading) ?? 0 };
  };
  let half = Math.min(Math.floor(length / 2), length - newTextOf(length) - 1);
  let { heading, taken } = headingWithin(half);
  while (heading !== '' && taken > most / 2) {
    half = Math.floor(Math.min(half, heading.length) / 2);
    ({ heading, taken } = headingWithin(half));
  }
  if (heading === '') return { heading, limit: start + length, length };
  const rest = within(length - heading.length - 1, most - taken - 1);
  return { heading, limit: start + rest, length };
}

function headingAt(tables: readonly TableRows[], start: number, most: number): string {
  const table = tableBefore(tables, start + 1);
  return table !== undefined && start < table.end ? table.headingAt(start, most) : '';
}
