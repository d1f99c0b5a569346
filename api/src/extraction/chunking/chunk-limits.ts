/** Chunks of one document at most. */
const CHUNKS_MAX = 100_000;
/** Bytes of a stored chunk beside its text, about. */
const ROW_BYTES = 200;
/** Chunks take at most this many times the bytes of their document's text, or `BYTES_FREE`. */
const FACTOR_MAX = 16;
const BYTES_FREE = 2 * 1024 * 1024;

/** The chunks of a document would take too much room. The message is for the user who uploaded it. */
export class TooManyChunks extends Error {
  override readonly name = 'TooManyChunks';
}

/** Counts what the chunks of a document take, by their lengths in UTF-16 units. */
export interface ChunkMeter {
  /** @throws {TooManyChunks} */
  add(length: number): void;
}

/**
 * Returns a meter for the chunks of a text of `textLength` UTF-16 units. `cause` names the setting that
 * makes them long.
 */
export function createChunkMeter(textLength: number, cause: 'settings' | 'template'): ChunkMeter {
  const bytesMax = Math.max(BYTES_FREE, FACTOR_MAX * textLength);
  let chunks = 0;
  let bytes = 0;
  return {
    add: (length) => {
      chunks += 1;
      bytes += ROW_BYTES + length;
      if (chunks > CHUNKS_MAX) {
        throw new TooManyChunks(
          `This file has more than ${CHUNKS_MAX.toLocaleString('en-US')} chunks. Choose larger chunks in the dataset's settings, or split the file.`,
        );
      }
      if (bytes > bytesMax) throw new TooManyChunks(REASONS[cause]);
    },
  };
}

const REASONS = {
  settings: `The chunks of this file would take more than ${FACTOR_MAX} times as much as its text. Choose larger chunks or a smaller overlap in the dataset's settings.`,
  template: `The chunk template makes more than ${FACTOR_MAX} times as much of this file as its text. Shorten the template in the dataset's settings.`,
} as const;
