import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

import type { UploadSource } from '../uploads/upload-source.ts';

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

/** The file is not what it was when its upload began. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/**
 * Returns a file of the disk for an upload. It has to stay as it is until it is sent.
 * @throws what opening it throws.
 *
 * @example await carrel.uploads.archive(datasetId, await fileSource('library.zip'));
 */
export async function fileSource(file: string): Promise<UploadSource> {
  const handle = await open(file);
  try {
    const { size, mark } = await markOf(handle);
    return {
      name: path.basename(file),
      size,
      fingerprint: mark,
      readFrom: (start, signal) => readUnchanged(file, mark, start, signal),
    };
  } finally {
    await handle.close();
  }
}

async function* readUnchanged(
  file: string,
  mark: string,
  start: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await requireUnchanged(handle, file, mark);
    for (let at = start; at < size;) {
      signal?.throwIfAborted();
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
    await requireUnchanged(handle, file, mark);
  } finally {
    await handle.close();
  }
}

async function requireUnchanged(handle: FileHandle, file: string, mark: string) {
  const now = await markOf(handle);
  if (now.mark !== mark) throw new FileChanged(`${file} was changed while it was sent.`);
  return now;
}

/** What changes with the content of a file. */
async function markOf(handle: FileHandle): Promise<{ size: number; mark: string }> {
  const { dev, ino, mtimeNs, size } = await handle.stat({ bigint: true });
  return { size: Number(size), mark: `${dev}-${ino}-${mtimeNs}-${size}` };
}
