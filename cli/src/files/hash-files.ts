import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { FileHash, PreparedFile } from '@carrel/shared/packing';

import { describeFault } from './describe-fault.ts';
import { FileChanged, readLocalFile } from './local-file.ts';
import type { LocalFile } from './local-file.ts';

/** Files that are read at the same time, a piece of each in memory. */
const AT_ONCE = 4;

/** Hashes by path, and why other files have none. */
export interface HashedFiles {
  hashes: Map<string, FileHash>;
  faults: Map<string, string>;
}

/** Hashes of files as they were, for reading many folders again and again. */
export type HashCache = Map<string, FileHash>;

interface HashOptions {
  signal: AbortSignal;
  cache: HashCache;
  /** Gets the bytes that were read since the last call. */
  onRead: (bytes: number) => void;
}

/** Reads files once. Those that are as they were when they were read before are not read again. */
export async function hashFiles(
  files: readonly PreparedFile<LocalFile>[],
  { signal, cache, onRead }: HashOptions,
): Promise<HashedFiles> {
  const hashed: HashedFiles = { hashes: new Map(), faults: new Map() };
  const left = files.values();
  const run = async () => {
    for (const { path, file } of left) {
      try {
        const key = JSON.stringify([file.absolute, file.size, `${file.modified} ${file.inode}`]);
        const hash = cache.get(key) ?? (await hashFile(file, signal, onRead));
        cache.set(key, hash);
        hashed.hashes.set(path, hash);
      } catch (error) {
        signal.throwIfAborted();
        hashed.faults.set(path, describeFault(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return hashed;
}

async function hashFile(
  file: LocalFile,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): Promise<FileHash> {
  const sha256 = createHash('sha256');
  let checksum = 0;
  for await (const piece of readLocalFile(file, {}, signal)) {
    sha256.update(piece);
    checksum = crc32(piece, checksum);
    onRead(piece.length);
  }
  return { size: file.size, crc32: checksum, sha256: sha256.digest('hex') };
}

/** Returns a file as it is now. @throws {FileChanged} if it is gone, or no file any more. */
export async function lookAgain(file: LocalFile): Promise<LocalFile> {
  const stats = await lstat(file.absolute, { bigint: true }).catch(() => undefined);
  if (stats?.isFile() !== true) throw new FileChanged(file);
  const { size, mtimeNs, ino } = stats;
  return { ...file, size: Number(size), modified: mtimeNs, inode: ino };
}
