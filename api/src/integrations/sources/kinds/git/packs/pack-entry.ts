import { SourceError } from '../../../source-error.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** The head of an object of a pack. */
export interface PackEntry {
  /** Absent of one that is stored as what differs from another. */
  type: ObjectType | undefined;
  /** Bytes of the object, or of what differs. */
  size: number;
  /** Bytes back to the other one in this pack, or its id. */
  base?: number | string;
  /** Bytes of the head. */
  length: number;
}

/** Bytes of a head at most: of its size, and of a distance or an id. */
export const ENTRY_HEAD_MAX = 64;

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const REF_DELTA = 7;

/** Reads the head of an object. @throws {SourceError} `invalid_response` */
export function readEntry(bytes: Buffer, idBytes: number): PackEntry {
  let at = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new SourceError('invalid_response');
    at += 1;
    return byte;
  };
  const first = next();
  const code = (first >> 4) & 7;
  let [size, factor, byte] = [first & 15, 16, first];
  while ((byte & 0x80) !== 0) {
    byte = next();
    size += (byte & 0x7f) * factor;
    factor *= 128;
    if (size > Number.MAX_SAFE_INTEGER) throw new SourceError('invalid_response');
  }
  const type = TYPES[code];
  if (type !== undefined) return { type, size, length: at };
  if (code === OFFSET_DELTA) {
    byte = next();
    let distance = byte & 0x7f;
    while ((byte & 0x80) !== 0) {
      byte = next();
      distance = (distance + 1) * 128 + (byte & 0x7f);
      if (distance > Number.MAX_SAFE_INTEGER) throw new SourceError('invalid_response');
    }
    return { type: undefined, size, base: distance, length: at };
  }
  if (code !== REF_DELTA || bytes.length < at + idBytes) throw new SourceError('invalid_response');
  const base = bytes.toString('hex', at, at + idBytes);
  return { type: undefined, size, base, length: at + idBytes };
}
