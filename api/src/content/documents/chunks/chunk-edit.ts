import { randomUUID } from 'node:crypto';

import type {
  ChangedPiece,
  ChunkChangeMarks,
  PassageChange,
  ReplacedChunk,
} from '../../../extraction/chunking/chunk-change.ts';
import { conflict } from '../../../platform/http/problems.ts';
import type { ChunkRow } from '../changed/shown-chunk.ts';

/** A chunk as it is stored, of a document in which people change chunks. */
export interface EditedChunk extends ReplacedChunk {
  number: number;
  change?: ChunkChangeMarks;
}

/** A change as it is stored. */
export interface StoredChange extends PassageChange {
  /** The chunks that would be there without it. */
  replaced: readonly ReplacedChunk[];
  isLost: boolean;
}

/** The chunks of a document, and what people changed of them before. */
export interface EditedChunks {
  chunks: readonly EditedChunk[];
  changes: ReadonlyMap<string, StoredChange>;
}

/** A chunk that is written. */
export type NewChunk = Omit<EditedChunk, 'number'>;

/** `count` chunks from the number `first` on give way to `chunks`; changes are saved and removed with them. */
export interface ChunkEdit {
  first: number;
  count: number;
  chunks: readonly NewChunk[];
  save?: Omit<StoredChange, 'isLost'>;
  remove: readonly string[];
}

/** A change and the place of one of its chunks in it. A chunk that nobody changed has one that is not stored. */
export interface ChangeAt {
  change: Omit<StoredChange, 'isLost'>;
  isStored: boolean;
  /** The number of its first chunk, and which of its pieces the chunk is. */
  first: number;
  index: number;
  piece: ChangedPiece;
}

/** The length of the headings of a table that stand before the text of the document. */
export const headingLength = (text: string, { from, to }: Pick<ChangedPiece, 'from' | 'to'>) =>
  Math.max(0, text.length - (to - from));

/** @throws {Problem} 409 for a chunk whose place in the document is not known. */
export function changeAt({ chunks, changes }: EditedChunks, number: number): ChangeAt {
  const chunk = chunks[number];
  const stored = chunk?.change && changes.get(chunk.change.id);
  if (chunk === undefined) throw unplaced();
  if (stored !== undefined) {
    const first = chunks.findIndex(({ change }) => change?.id === stored.id);
    const piece = stored.pieces[number - first];
    if (piece === undefined) throw unplaced();
    return { change: stored, isStored: true, first, index: number - first, piece };
  }
  const { start, end, number: _number, change: _change, ...rest } = chunk;
  if (start === undefined || end === undefined) throw unplaced();
  const piece: ChangedPiece = { from: 0, to: end - start };
  return {
    change: {
      id: randomUUID(),
      start,
      end,
      passage: chunk.text.slice(headingLength(chunk.text, piece)),
      pieces: [piece],
      replaced: [{ start, end, ...rest }],
    },
    isStored: false,
    first: number,
    index: 0,
    piece,
  };
}

const unplaced = () =>
  conflict(
    'Where the chunks of this document are in its text is not known. Process it again first.',
  );

/** Returns a chunk that was just written as the row that it has now. */
export const rowOf = (chunk: NewChunk, number: number): ChunkRow => ({
  number,
  text: chunk.text,
  rendered: chunk.rendered ?? null,
  page_first: chunk.pageFirst ?? null,
  page_last: chunk.pageLast ?? null,
  headings: chunk.headings ?? [],
  confidence: chunk.confidence ?? null,
  start: chunk.start ?? null,
  end: chunk.end ?? null,
  change: chunk.change ?? null,
});
