import { TEXT_MAX } from '../blocks/block.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { positionsOf } from './document-header.ts';

/** A piece of the text: its characters from `start` to before `end`, and where their bytes are. */
export interface TextPiece {
  start: number;
  end: number;
  byte: number;
  /** Bytes of a character. */
  size: 1 | 2;
  /** Changes of properties of all of it. */
  list: Buffer;
}

const WESTERN = new TextDecoder('windows-1252');
const MARK = { changes: 1, pieces: 2 } as const;
const PIECE_BYTES = 8;
const NARROW = 0x40000000;
const SHORT_CHANGES: Readonly<Record<number, number>> = { 0x41: 0x0800, 0x5c: 0x083c };

/** Reads the table that says in which order the pieces of the text follow each other. */
export function textPieces(table: Buffer): TextPiece[] {
  const changes: Buffer[] = [];
  let at = 0;
  while (table[at] === MARK.changes) {
    const size = table.readUInt16LE(at + 1);
    changes.push(table.subarray(at + 3, at + 3 + size));
    at += 3 + size;
  }
  if (table[at] !== MARK.pieces) return [];
  const size = table.readUInt32LE(at + 1);
  const { positions, items } = positionsOf(table.subarray(at + 5, at + 5 + size), PIECE_BYTES);
  return items.flatMap((item, index): TextPiece[] => {
    const [start = 0, end = 0] = [positions[index], positions[index + 1]];
    if (end <= start) return [];
    const place = item.readUInt32LE(2);
    const isNarrow = (place & NARROW) !== 0;
    const byte = place & 0x3fffffff;
    return [
      {
        start,
        end,
        byte: isNarrow ? byte >>> 1 : byte,
        size: isNarrow ? 1 : 2,
        list: changesOf(item.readUInt16LE(6), changes),
      },
    ];
  });
}

/** A piece names one change, or one of the lists before the table. */
function changesOf(reference: number, lists: readonly Buffer[]): Buffer {
  if ((reference & 1) === 1) return lists[reference >> 1] ?? Buffer.alloc(0);
  const code = SHORT_CHANGES[(reference >> 1) & 0x7f];
  if (code === undefined) return Buffer.alloc(0);
  return Buffer.from([code & 0xff, code >> 8, reference >> 8]);
}

/** Refuses a text that repeats its pieces until it is too long. @throws {UnreadableDocument} */
export function checkLength(pieces: readonly TextPiece[], main: Buffer): void {
  let length = 0;
  for (const { start, end, byte, size } of pieces) {
    length += Math.min(end - start, Math.max(0, main.length - byte) / size);
    if (length > TEXT_MAX) throw new UnreadableDocument(reasons.tooMuchText());
  }
}

/** Returns characters of a piece, by their places in its bytes. */
export function pieceText(main: Buffer, { size }: TextPiece, start: number, end: number): string {
  return size === 2
    ? main.toString('utf16le', start, end)
    : WESTERN.decode(main.subarray(start, end));
}
