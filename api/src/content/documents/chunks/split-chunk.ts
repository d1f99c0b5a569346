import {
  marksOf,
  type ChangedPiece,
  type ChunkMarks,
} from '../../../extraction/chunking/chunk-change.ts';
import { invalid } from '../../../platform/http/problems.ts';
import {
  changeAt,
  headingLength,
  type ChunkEdit,
  type EditedChunk,
  type EditedChunks,
  type NewChunk,
} from './chunk-edit.ts';

/**
 * Splits a chunk in two. Keywords and questions stay with the first one.
 * @throws {Problem} 409; 422 for a place without text before it or after it.
 */
export function splitChunk(document: EditedChunks, chunk: EditedChunk, place: number): ChunkEdit {
  const change = changeAt(document, chunk.number);
  const { piece } = change;
  const { text } = chunk;
  // Not through a surrogate pair.
  const at = /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at).trimStart();
  if (before === '' || after === '') {
    throw refused('Choose a place with text before it and after it.');
  }
  const heading = headingLength(text, piece);
  const isOwn = piece.edited !== true;
  if (isOwn && before.length <= heading) {
    throw refused('Choose a place after the headings of the table.');
  }
  const middle = piece.from + before.length - heading;
  const next = piece.to - after.length;
  const { off } = piece;
  const { keywords, questions } = marksOf(piece);
  const marks: [ChunkMarks, ChunkMarks] = [
    marksOf({
      ...(off && { off }),
      ...(keywords && { keywords }),
      ...(questions && { questions }),
    }),
    marksOf({ ...(off && { off }) }),
  ];
  const edited = isOwn ? {} : { edited: true as const };
  const first: ChangedPiece = {
    text: before,
    from: piece.from,
    to: isOwn ? middle : piece.to,
    ...edited,
    ...marks[0],
  };
  const second: ChangedPiece = {
    text: after,
    from: isOwn ? next : piece.from,
    to: piece.to,
    ...edited,
    ...marks[1],
  };
  const { start: begin, id } = change.change;
  const { rendered: _rendered, number: _number, change: had, ...rest } = chunk;
  const original = had?.original;
  const made = ({ text: own = '', from, to, ...of }: ChangedPiece): NewChunk => ({
    ...rest,
    text: own,
    start: begin + from,
    end: begin + to,
    change: { id, ...marksOf(of), ...(original !== undefined && !isOwn && { original }) },
  });
  return {
    first: chunk.number,
    count: 1,
    chunks: [made(first), made(second)],
    save: {
      ...change.change,
      pieces: change.change.pieces.toSpliced(change.index, 1, first, second),
    },
    remove: [],
  };
}

const refused = (message: string) => invalid([{ path: 'at', message }]);
