import { CHUNK_SIZE_MAX } from '@carrel/shared/contract';

import { marksOf, type ChangedPiece } from '../../../extraction/chunking/chunk-change.ts';
import { conflict, invalid } from '../../../platform/http/problems.ts';
import {
  changeAt,
  headingLength,
  type ChangeAt,
  type ChunkEdit,
  type EditedChunk,
  type EditedChunks,
  type NewChunk,
  type StoredChange,
} from './chunk-edit.ts';
import { restored } from './edit-chunk.ts';

/**
 * Joins a chunk with the one after it. Text that both have is there once.
 * @throws {Problem} 409; 422 where it would be too long.
 */
export function joinChunks(
  document: EditedChunks,
  one: EditedChunk,
  other: EditedChunk,
): ChunkEdit | undefined {
  const a = changeAt(document, one.number);
  const b = changeAt(document, other.number);
  if (a.piece.off !== b.piece.off) {
    throw conflict('One of these chunks is switched off. Switch both on or both off first.');
  }
  const isSame = a.change.id === b.change.id;
  const isNext = isSame || (a.index === a.change.pieces.length - 1 && b.index === 0);
  if (!isNext) throw conflict('These chunks do not follow each other in the document.');
  const union = isSame ? a.change : unionOf(a, b);
  const shift = isSame ? 0 : b.change.start - a.change.start;
  const [from, to] = [b.piece.from + shift, b.piece.to + shift];
  const text = joinedText(a.piece, one.text, { ...b.piece, from, to }, other.text);
  if (text.length > CHUNK_SIZE_MAX) {
    const message = `The joined chunk would have more than ${CHUNK_SIZE_MAX.toLocaleString('en-US')} characters.`;
    throw invalid([{ path: '', message }]);
  }
  const marks = marksOf({
    ...(a.piece.off && { off: a.piece.off }),
    keywords: united(a.piece.keywords, b.piece.keywords),
    questions: united(a.piece.questions, b.piece.questions),
  });
  const isEdited = a.piece.edited === true || b.piece.edited === true;
  const piece: ChangedPiece = {
    text,
    from: Math.min(a.piece.from, from),
    to: Math.max(a.piece.to, to),
    ...(isEdited && { edited: true }),
    ...marks,
  };
  const index = isSame ? a.index : a.change.pieces.length - 1;
  const pieces = union.pieces.toSpliced(index, 2, piece);
  const [whole, ...wholes] = union.replaced;
  if (pieces.length === 1 && wholes.length === 0 && !isEdited && isAlike(whole?.text, text)) {
    if (Object.keys(marks).length === 0) return restored(a);
  }
  const original = isEdited ? passageOf(union, piece) : undefined;
  const { rendered: _rendered, number: _number, change: _change, ...rest } = one;
  const made: NewChunk = {
    ...rest,
    ...joinedPlace(one, other),
    text,
    change: { id: union.id, ...marks, ...(original !== undefined && { original }) },
  };
  // The other chunks of the other change are of this one from now on.
  const isMoved = !isSame && b.isStored && union.id !== b.change.id;
  const others = isMoved ? b.change.pieces.length - 1 : 0;
  const following = document.chunks.slice(other.number + 1, other.number + 1 + others);
  return {
    first: one.number,
    count: 2 + following.length,
    chunks: [made, ...following.map(moved(union.id))],
    save: { ...union, pieces },
    remove: isMoved ? [b.change.id] : [],
  };
}

const moved =
  (id: string) =>
  ({ number: _number, change, ...chunk }: EditedChunk): NewChunk => ({
    ...chunk,
    ...(change && { change: { ...change, id } }),
  });

const united = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])];

const isAlike = (a: string | undefined, b: string) =>
  a?.replaceAll(/\s+/g, ' ') === b.replaceAll(/\s+/g, ' ');

const passageOf = ({ passage }: { passage: string }, { from, to }: ChangedPiece) =>
  passage.slice(from, to);

/** One change of the passages of two, without its joined pieces. */
function unionOf(a: ChangeAt, b: ChangeAt): Omit<StoredChange, 'isLost'> {
  const gap = b.change.start - a.change.end;
  const shift = b.change.start - a.change.start;
  const rest = gap > 0 ? spaceOf(gap) + b.change.passage : b.change.passage.slice(-gap);
  return {
    id: a.isStored || !b.isStored ? a.change.id : b.change.id,
    start: a.change.start,
    end: Math.max(a.change.end, b.change.end),
    passage: a.change.passage + rest,
    pieces: [
      ...a.change.pieces,
      ...b.change.pieces.map((piece) => ({
        ...piece,
        from: piece.from + shift,
        to: piece.to + shift,
      })),
    ],
    replaced: [...a.change.replaced, ...b.change.replaced],
  };
}

/** What is between two passages is white space: most often that between words, or between paragraphs. */
const spaceOf = (gap: number) => (gap === 1 ? ' ' : '\n'.repeat(gap));

function joinedText(a: ChangedPiece, aText: string, b: ChangedPiece, bText: string): string {
  const own = b.edited === true ? bText : bText.slice(headingLength(bText, b));
  const both = a.to - b.from;
  if (both > 0 && aText.endsWith(own.slice(0, both))) return aText + own.slice(both);
  const isOneSentence = a.edited !== true && b.edited !== true && both === -1;
  return `${aText}${isOneSentence ? ' ' : '\n\n'}${own}`;
}

function joinedPlace(a: EditedChunk, b: EditedChunk): Partial<EditedChunk> {
  const first = [a.pageFirst, b.pageFirst].filter((page) => page !== undefined);
  const last = [a.pageLast, b.pageLast].filter((page) => page !== undefined);
  const confidences = [a.confidence, b.confidence].filter((each) => each !== undefined);
  return {
    ...(a.start !== undefined && { start: Math.min(a.start, b.start ?? a.start) }),
    ...(a.end !== undefined && { end: Math.max(a.end, b.end ?? a.end) }),
    ...(first.length > 0 && { pageFirst: Math.min(...first) }),
    ...(last.length > 0 && { pageLast: Math.max(...last) }),
    ...(confidences.length > 0 && { confidence: Math.min(...confidences) }),
  };
}
