import type { ChangeChunkInput } from '@carrel/shared/contract';

import { marksOf, type ChangedPiece } from '../../../extraction/chunking/chunk-change.ts';
import { conflict } from '../../../platform/http/problems.ts';
import {
  changeAt,
  type ChangeAt,
  type ChunkEdit,
  type EditedChunk,
  type EditedChunks,
  type NewChunk,
  type StoredChange,
} from './chunk-edit.ts';

/** Changes the text of a chunk, or what is searched with it, or switches it. Undefined where it is so already. */
export function editChunk(
  document: EditedChunks,
  chunk: EditedChunk,
  { text, off, keywords, questions }: ChangeChunkInput,
): ChunkEdit | undefined {
  const at = changeAt(document, chunk.number);
  const { off: wasOff, keywords: hadKeywords, questions: hadQuestions, ...own } = at.piece;
  const marks = marksOf({
    ...((off ?? wasOff === true) && { off: true }),
    keywords: keywords ?? hadKeywords ?? [],
    questions: questions ?? hadQuestions ?? [],
  });
  const original = chunk.change?.original ?? chunk.text;
  const isTyped = text !== undefined && text !== chunk.text;
  const piece: ChangedPiece = { ...(isTyped ? typed(at, own, text, original) : own), ...marks };
  if (JSON.stringify(piece) === JSON.stringify({ ...own, ...marksOf(at.piece) })) return undefined;
  const pieces = at.change.pieces.with(at.index, piece);
  if (isAsMade(pieces, at)) return restored(at);
  const { rendered, ...rest } = chunk;
  const made: NewChunk = {
    ...rest,
    ...(isTyped || rendered === undefined ? {} : { rendered }),
    text: isTyped ? text : chunk.text,
    change: {
      id: at.change.id,
      ...marks,
      ...(piece.edited === true && { original }),
    },
  };
  return {
    first: chunk.number,
    count: 1,
    chunks: [made],
    save: { ...at.change, pieces },
    remove: [],
  };
}

/** A text that is that of the document again counts as nobody's. */
function typed(
  { change }: ChangeAt,
  { text: _text, edited: _edited, ...place }: ChangedPiece,
  text: string,
  original: string,
): ChangedPiece {
  if (text !== original) return { ...place, text, edited: true };
  return change.pieces.length === 1 && change.replaced.length === 1 ? place : { ...place, text };
}

const isAsMade = (pieces: readonly ChangedPiece[], { change }: ChangeAt): boolean =>
  pieces.length === 1 &&
  change.replaced.length === 1 &&
  pieces.every((piece) => piece.text === undefined && Object.keys(marksOf(piece)).length === 0);

/** Undoes a change: its chunks give way to those that would be there without it. */
export function restored({ change, isStored, first }: ChangeAt): ChunkEdit | undefined {
  if (!isStored) return undefined;
  return {
    first,
    count: change.pieces.length,
    chunks: change.replaced.map((chunk) => ({ ...chunk })),
    remove: [change.id],
  };
}

/**
 * Makes a lost change of another chunk.
 * @throws {Problem} 409 for one that only split or joined chunks.
 */
export function applyLost(
  document: EditedChunks,
  lost: StoredChange,
  chunk: EditedChunk,
): ChunkEdit {
  const { pieces, passage } = lost;
  const text = pieces
    .map((piece) => piece.text ?? passage.slice(piece.from, piece.to))
    .join('\n\n');
  const edit = editChunk(document, chunk, {
    ...(pieces.some(({ edited }) => edited === true) && { text }),
    ...(pieces.some(({ off }) => off === true) && { off: true }),
    ...added('keywords', lost, chunk),
    ...added('questions', lost, chunk),
  });
  if (edit === undefined) {
    throw conflict('This change has nothing that this chunk lacks. Discard it, or choose another.');
  }
  return { ...edit, remove: [...edit.remove, lost.id] };
}

function added(
  what: 'keywords' | 'questions',
  { pieces }: StoredChange,
  { change }: EditedChunk,
): Pick<ChangeChunkInput, 'keywords' | 'questions'> {
  const more = pieces.flatMap((piece) => piece[what] ?? []);
  return more.length === 0 ? {} : { [what]: [...new Set([...(change?.[what] ?? []), ...more])] };
}
