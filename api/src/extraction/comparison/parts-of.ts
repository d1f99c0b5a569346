import type { ComparisonPart, TextComparison } from '@carrel/shared/contract';

import type { Range } from './range.ts';
import { isCounted, type Words } from './words-of.ts';

/** Characters before and after a change. */
const CONTEXT = 240;
/** Characters of what one change removed or added, and of all parts of a page, after which it ends. */
const CHANGE_CHARACTERS = 20_000;
const PAGE_CHARACTERS = 200_000;

/** Returns the parts of a page of changes, and the counts of all. */
export function partsOf(
  a: Words,
  b: Words,
  changes: readonly Range[],
  { skip, limit }: { skip: number; limit: number },
): Omit<TextComparison, 'is_coarse'> {
  const parts: ComparisonPart[] = [];
  const page = { characters: 0 };
  let at = skip;
  const put = (...added: (ComparisonPart | undefined)[]) => {
    for (const part of added) {
      if (part === undefined) continue;
      parts.push(part);
      page.characters += part.text.length;
    }
  };
  for (const change of changes.slice(skip, skip + limit)) {
    if (page.characters >= PAGE_CHARACTERS) break;
    put(
      ...sameWords(b, changes[at - 1]?.bEnd ?? 0, change.b, { isFirst: at === 0, isLast: false }),
      changedWords('removed', a, change.a, change.aEnd),
      changedWords('added', b, change.b, change.bEnd),
    );
    at += 1;
  }
  const isLast = at >= changes.length;
  if (isLast) {
    const isFirst = changes.length === 0;
    put(...sameWords(b, changes.at(-1)?.bEnd ?? 0, b.count, { isFirst, isLast }));
  }
  return {
    parts,
    changes: changes.length,
    words_removed: count(a, changes, ({ a: from, aEnd }) => [from, aEnd]),
    words_added: count(b, changes, ({ b: from, bEnd }) => [from, bEnd]),
    ...(!isLast && { next: at }),
  };
}

/** The text of words, with what follows them until the next word. */
const textOf = ({ text, starts, count: words }: Words, from: number, to: number): string =>
  text.slice(starts[from] ?? 0, to < words ? starts[to] : text.length);

function changedWords(
  kind: 'removed' | 'added',
  words: Words,
  from: number,
  to: number,
): ComparisonPart | undefined {
  if (from === to) return undefined;
  const text = textOf(words, from, to);
  if (text.length <= CHANGE_CHARACTERS) return { kind, text };
  const shown = textOf(words, from, lastWithin(words, from, to, CHANGE_CHARACTERS));
  return { kind, text: shown, left_out: text.length - shown.length };
}

/** Words that both texts have between two changes; those far from both are left out. */
function sameWords(
  words: Words,
  from: number,
  to: number,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): ComparisonPart[] {
  if (from === to) return [];
  const kind = 'same';
  const headEnd = isFirst ? from : lastLineWithin(words, from, to, CONTEXT);
  const tailStart = isLast ? to : firstLineWithin(words, from, to, CONTEXT);
  if (headEnd >= tailStart) return [{ kind, text: textOf(words, from, to) }];
  const left_out = textOf(words, headEnd, tailStart).length;
  const parts: ComparisonPart[] = [
    { kind, text: headEnd > from ? textOf(words, from, headEnd) : '', left_out },
  ];
  if (tailStart < to) parts.push({ kind, text: textOf(words, tailStart, to) });
  return parts;
}

/** The end of the words from one on that have so many characters at most; one word at least. */
function lastWithin({ starts, ends }: Words, from: number, to: number, most: number): number {
  const start = starts[from] ?? 0;
  let end = from + 1;
  while (end < to && (ends[end] ?? 0) - start <= most) end += 1;
  return end;
}

/** Whether a line ends between a word and the one before it. */
const isAtLine = ({ text, starts, ends }: Words, at: number): boolean =>
  text.slice(ends[at - 1] ?? 0, starts[at] ?? 0).includes('\n');

/** The same at the end of a line, where there is one. */
function lastLineWithin(words: Words, from: number, to: number, most: number): number {
  const end = lastWithin(words, from, to, most);
  let line = end;
  while (line > from + 1 && !isAtLine(words, line)) line -= 1;
  return isAtLine(words, line) ? line : end;
}

function firstWithin({ starts, ends }: Words, from: number, to: number, most: number): number {
  const last = ends[to - 1] ?? 0;
  let start = to - 1;
  while (start > from && last - (starts[start - 1] ?? 0) <= most) start -= 1;
  return start;
}

function firstLineWithin(words: Words, from: number, to: number, most: number): number {
  const start = firstWithin(words, from, to, most);
  let line = start;
  while (line < to - 1 && !isAtLine(words, line)) line += 1;
  return isAtLine(words, line) ? line : start;
}

function count(
  words: Words,
  changes: readonly Range[],
  rangeOf: (change: Range) => readonly [number, number],
): number {
  let counted = 0;
  for (const change of changes) {
    const [from, to] = rangeOf(change);
    for (let at = from; at < to; at += 1) if (isCounted(words, at)) counted += 1;
  }
  return counted;
}
