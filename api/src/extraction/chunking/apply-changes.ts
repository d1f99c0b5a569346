import { textOf, type ChunkRange, type HeadedRange } from './chunk-text.ts';
import {
  marksOf,
  type ChangedPiece,
  type ChangedRange,
  type PassageChange,
} from './chunk-change.ts';
import { passageFinder } from './find-passage.ts';

/** A change whose passage was found, and the ranges that are there without it. */
export interface AppliedChange extends ChunkRange {
  id: string;
  replaced: HeadedRange[];
}

interface Located extends ChunkRange {
  change: PassageChange;
}

/**
 * Makes changes of people in the ranges of a document's chunks, in the order of their places. Where chunks begin and end as
 * the passage does, they give way to it; others are cut at its ends, so that the passage is in no other chunk. A change
 * whose passage is not in the text is left out.
 */
export function applyChanges(
  text: string,
  ranges: readonly HeadedRange[],
  changes: readonly PassageChange[],
): { ranges: ChangedRange[]; applied: AppliedChange[] } {
  const placed = locate(text, changes);
  let all: ChangedRange[] = [...ranges];
  const applied: AppliedChange[] = [];
  for (const { change, start, end } of placed) {
    const whole = replacedBy(all, { start, end });
    const replaced = whole ?? [{ start, end }];
    const made = piecesOf(text, { start, end, replaced }, change);
    all = whole === undefined ? carved(text, all, { start, end }, made) : swapped(all, whole, made);
    applied.push({ id: change.id, start, end, replaced });
  }
  return { ranges: all, applied };
}

function locate(text: string, changes: readonly PassageChange[]): Located[] {
  const finder = passageFinder(text);
  const placed: Located[] = [];
  const inOrder = changes.toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  for (const change of inOrder) {
    // Neighbouring chunks share some text. A passage that is there once is not changed twice.
    const isFree = (range: ChunkRange) =>
      placed.every((other) => shared(other, range) * 2 <= Math.min(length(other), length(range)));
    const found = finder.find(change.passage, change.start, isFree);
    if (found !== undefined) placed.push({ ...found, change });
  }
  return placed.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

const length = ({ start, end }: ChunkRange) => end - start;
const shared = (a: ChunkRange, b: ChunkRange) =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));

/** Returns neighbouring ranges that begin and end together with a passage. */
function replacedBy(
  ranges: readonly ChangedRange[],
  { start, end }: ChunkRange,
): ChangedRange[] | undefined {
  const first = ranges.findIndex((range) => range.start === start && range.change === undefined);
  if (first < 0) return undefined;
  for (let last = first; last < ranges.length; last += 1) {
    const range = ranges[last];
    if (range === undefined || range.change !== undefined || range.end > end) return undefined;
    if (range.end === end) return ranges.slice(first, last + 1);
  }
  return undefined;
}

function swapped(
  ranges: readonly ChangedRange[],
  replaced: readonly ChangedRange[],
  made: readonly ChangedRange[],
): ChangedRange[] {
  const first = ranges.indexOf(replaced[0] ?? { start: 0, end: 0 });
  return ranges.toSpliced(first, replaced.length, ...made);
}

/** Cuts a passage out of what nobody changed, and puts in its place what stands for it. */
function carved(
  text: string,
  ranges: readonly ChangedRange[],
  { start, end }: ChunkRange,
  made: readonly ChangedRange[],
): ChangedRange[] {
  const before: ChangedRange[] = [];
  const after: ChangedRange[] = [];
  for (const range of ranges) {
    const { change, ...own } = range;
    if (change !== undefined || own.end <= start || own.start >= end) {
      (own.start < start ? before : after).push(range);
      continue;
    }
    const left = trimmed(text, own.start, Math.min(own.end, start));
    const right = trimmed(text, Math.max(own.start, end), own.end);
    if (left !== undefined) before.push({ ...own, ...left });
    if (right !== undefined) after.push({ ...own, ...right });
  }
  return [...before, ...made, ...after];
}

/** Returns a range without the white space around it; undefined where nothing is left. */
function trimmed(text: string, start: number, end: number): ChunkRange | undefined {
  if (end <= start) return undefined;
  const own = text.slice(start, end);
  const from = start + (own.length - own.trimStart().length);
  const to = start + own.trimEnd().length;
  return to > from ? { start: from, end: to } : undefined;
}

function piecesOf(
  text: string,
  { start, end, replaced }: Omit<AppliedChange, 'id'>,
  { id, passage, pieces }: PassageChange,
): ChangedRange[] {
  const found = end - start;
  // White space may be another than it was.
  const place = (at: number) =>
    start + (passage.length === found ? at : Math.round((at * found) / passage.length));
  const [heading] = replaced.map((range) => range.heading);
  const range = ({ from, to }: ChangedPiece): HeadedRange => {
    const first = Math.min(place(from), end - 1);
    return {
      start: first,
      end: Math.max(first + 1, Math.min(place(to), end)),
      ...(from === 0 && heading !== undefined && { heading }),
    };
  };
  return pieces.map((piece) => {
    const own = range(piece);
    const natural = textOf(text, own);
    return {
      ...own,
      text: piece.text ?? natural,
      change: {
        id,
        ...marksOf(piece),
        ...(piece.edited === true && { original: natural }),
      },
    };
  });
}
