import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

import type { UploadSource } from '@carrel/client';

import { FileChanged, readLocalFile } from '../files/local-file.ts';
import type { LocalFile } from '../files/local-file.ts';

/** A piece of a zip: bytes in memory, or those of a file on the disk. */
export type ZipSegment = Uint8Array | { file: LocalFile; crc32: number };

/** A zip that is read from its files when it is sent, from any position on. In memory are its headers only. */
export class ZipSource implements UploadSource {
  readonly size: number;
  readonly fingerprint: string;
  readonly #segments: readonly ZipSegment[];
  /** Positions of the segments. */
  readonly #starts: readonly number[];

  constructor(segments: readonly ZipSegment[]) {
    this.#segments = segments;
    this.fingerprint = fingerprintOf(segments);
    let at = 0;
    this.#starts = segments.map((segment) => {
      const start = at;
      at += lengthOf(segment);
      return start;
    });
    this.size = at;
  }

  readFrom(start: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    return this.slice(start, this.size, signal);
  }

  /**
   * Yields the bytes from `start` to `end`.
   * @throws {FileChanged} when a file is not what it was when it was hashed.
   */
  async *slice(start: number, end: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let place = this.#placeOf(start); place < this.#segments.length; place += 1) {
      const [segment, at = 0] = [this.#segments[place], this.#starts[place]];
      if (segment === undefined || at >= end) return;
      const from = Math.max(0, start - at);
      const to = Math.min(lengthOf(segment), end - at);
      if (from >= to) continue;
      if (segment instanceof Uint8Array) yield segment.subarray(from, to);
      else yield* readChecked(segment, from, to, signal);
    }
  }

  /** Returns the last segment that begins at or before a position. */
  #placeOf(position: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The headers and the directory have the names, sizes and checksums of all files. */
function fingerprintOf(segments: readonly ZipSegment[]): string {
  const hash = createHash('sha256');
  for (const segment of segments) if (segment instanceof Uint8Array) hash.update(segment);
  return hash.digest('hex');
}

const lengthOf = (segment: ZipSegment) =>
  segment instanceof Uint8Array ? segment.length : segment.file.size;

/** A file that is read whole has the checksum that is in its header already. */
async function* readChecked(
  { file, crc32: expected }: { file: LocalFile; crc32: number },
  start: number,
  end: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  try {
    for await (const piece of readLocalFile(file, { start, end }, signal)) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    signal?.throwIfAborted();
    // It could be read a moment ago: why it cannot any more is found out when it is read again.
    throw error instanceof FileChanged ? error : new FileChanged(file, { cause: error });
  }
  if (start === 0 && end === file.size && checksum !== expected) throw new FileChanged(file);
}
