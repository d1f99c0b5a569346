import { localHeader } from '@carrel/shared/packing';
import type { FileHash } from '@carrel/shared/packing';

import { hashBytes, hashFile } from './hash-file.ts';

/** Small files of a batch that are read at the same time; larger ones are held in memory one by one. */
const AT_ONCE = 32;
const SMALL_BYTES = 4 * 1024 * 1024;
/** Reading a file costs about a millisecond, whatever its size: one of up to this is kept for sending. */
const PACKED_BYTES = 256 * 1024;

/** A file to be hashed. `packAs` is its path in a zip that it will be sent in, where that is certain. */
export interface BatchFile {
  file: File;
  packAs?: string;
}

/** The hash of each file, in their order; undefined for one that cannot be read. */
export interface HashedBatch {
  hashes: (FileHash | undefined)[];
  /** Local headers and bytes of small files of a zip, and their places among the files. */
  pack: { blob: Blob; places: number[] } | undefined;
}

/** Files of a batch: progress is known after each. */
const BATCH = 64;

export function* batchesOf(files: readonly BatchFile[]): Generator<readonly BatchFile[]> {
  for (let at = 0; at < files.length; at += BATCH) yield files.slice(at, at + BATCH);
}

/** Reads files, and packs those that are small and will be sent. */
export async function hashBatch(files: readonly BatchFile[]): Promise<HashedBatch> {
  const hashes: (FileHash | undefined)[] = [];
  const kept = new Map<number, ArrayBuffer>();
  const hash = async ({ file, packAs }: BatchFile, at: number) => {
    try {
      if (packAs === undefined || file.size > PACKED_BYTES) {
        hashes[at] = await hashFile(file);
        return;
      }
      const bytes = await file.arrayBuffer();
      hashes[at] = await hashBytes(bytes);
      kept.set(at, bytes);
    } catch {
      hashes[at] = undefined;
    }
  };
  const entries = files.entries();
  const large: [number, BatchFile][] = [];
  const run = async () => {
    for (const [at, each] of entries) {
      if (each.file.size > SMALL_BYTES) large.push([at, each]);
      else await hash(each, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  for (const [at, each] of large) await hash(each, at);
  return { hashes, pack: packOf(files, hashes, kept) };
}

function packOf(
  files: readonly BatchFile[],
  hashes: HashedBatch['hashes'],
  kept: ReadonlyMap<number, ArrayBuffer>,
): HashedBatch['pack'] {
  const places = [...kept.keys()].sort((a, b) => a - b);
  if (places.length === 0) return undefined;
  const encoder = new TextEncoder();
  const content = places.flatMap((at) => {
    const hash = hashes[at];
    const bytes = kept.get(at);
    if (hash === undefined || bytes === undefined) return [];
    const { size, crc32 } = hash;
    return [localHeader({ name: encoder.encode(files[at]?.packAs), size, crc32 }), bytes];
  });
  return { blob: new Blob(content), places };
}
