import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { hasCode } from '../../platform/storage/folder/durable-files.ts';

/** What a file on disk has. */
export interface FileDigest {
  size: number;
  sha256: string;
  /** As git names a blob: the SHA-1 of its length and bytes. */
  blob: string;
}

/** Reads a file whole. */
export async function digestOf(path: string, signal: AbortSignal): Promise<FileDigest> {
  const { size } = await stat(path);
  const sha256 = createHash('sha256');
  const blob = createHash('sha1').update(`blob ${size}\0`);
  for await (const bytes of createReadStream(path, { signal, highWaterMark: 1024 ** 2 })) {
    sha256.update(bytes as Buffer);
    blob.update(bytes as Buffer);
  }
  return { size, sha256: sha256.digest('hex'), blob: blob.digest('hex') };
}

/** Returns the size of a file; undefined where there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
