import { SourceError } from '../../../source-error.ts';

interface Delta {
  baseSize: number;
  resultSize: number;
  /** Where its instructions begin. */
  start: number;
}

const LENGTH_BYTES = 8;

/** Sizes that a delta begins with. @throws {SourceError} `invalid_response` */
export function readDelta(delta: Buffer): Delta {
  let at = 0;
  const length = () => {
    let [size, factor] = [0, 1];
    for (let count = 0; count < LENGTH_BYTES; count += 1) {
      const byte = delta[at];
      if (byte === undefined) break;
      at += 1;
      size += (byte & 0x7f) * factor;
      factor *= 128;
      if ((byte & 0x80) === 0) return size;
    }
    throw new SourceError('invalid_response');
  };
  const baseSize = length();
  const resultSize = length();
  return { baseSize, resultSize, start: at };
}

const COPY = 0x80;
const OFFSET_BYTES = 4;
const SIZE_BYTES = 3;
const DEFAULT_SIZE = 0x1_0000;

/**
 * The pieces of an object that is made of parts of another one and of new bytes. `slice` returns a part of the other one.
 * @throws {SourceError} `invalid_response`, where it is not of the size that it says.
 */
export function* applyDelta(
  delta: Buffer,
  slice: (offset: number, length: number) => Buffer,
): Generator<Buffer> {
  const { baseSize, resultSize, start } = readDelta(delta);
  let [at, written] = [start, 0];
  const number = (instruction: number, firstBit: number, bytes: number) => {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) {
      if ((instruction & (1 << (firstBit + index))) === 0) continue;
      value += (delta[at] ?? 0) * 256 ** index;
      at += 1;
    }
    return value;
  };
  while (at < delta.length) {
    const instruction = delta[at] ?? 0;
    at += 1;
    let piece: Buffer;
    if ((instruction & COPY) !== 0) {
      const offset = number(instruction, 0, OFFSET_BYTES);
      const size = number(instruction, OFFSET_BYTES, SIZE_BYTES) || DEFAULT_SIZE;
      if (offset + size > baseSize) throw new SourceError('invalid_response');
      piece = slice(offset, size);
      if (piece.length !== size) throw new SourceError('invalid_response');
    } else {
      piece = delta.subarray(at, at + instruction);
      at += instruction;
      if (instruction === 0 || piece.length !== instruction)
        throw new SourceError('invalid_response');
    }
    written += piece.length;
    if (written > resultSize) throw new SourceError('invalid_response');
    yield piece;
  }
  if (written !== resultSize) throw new SourceError('invalid_response');
}
