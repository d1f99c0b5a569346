import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** A file as it was when it was found. */
export interface LocalFile {
  absolute: string;
  /** Bytes. */
  size: number;
  /** Nanoseconds since 1970, and the number of the file on its disk: both change with the content. */
  modified: bigint;
  inode: bigint;
}

/** The file is not what it was when it was found: it was changed, replaced or deleted. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
  readonly file: LocalFile;

  constructor(file: LocalFile, options?: ErrorOptions) {
    super(`${file.absolute} has changed`, options);
    this.file = file;
  }
}

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

/**
 * Yields the bytes of a part of a file, without holding more than a piece of it.
 * @throws {FileChanged} if it is not, or does not stay, as it was found.
 */
export async function* readLocalFile(
  file: LocalFile,
  { start = 0, end = file.size }: { start?: number; end?: number } = {},
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const handle = await openUnchanged(file);
  try {
    await requireUnchanged(handle, file);
    for (let at = start; at < end;) {
      signal?.throwIfAborted();
      // A new buffer each time: the one before may still wait to be sent.
      const buffer = Buffer.allocUnsafe(Math.min(PIECE, end - at));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) throw new FileChanged(file);
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
    await requireUnchanged(handle, file);
  } finally {
    await handle.close();
  }
}

async function openUnchanged(file: LocalFile): Promise<FileHandle> {
  try {
    return await open(file.absolute);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileChanged(file);
    throw error;
  }
}

async function requireUnchanged(handle: FileHandle, file: LocalFile): Promise<void> {
  const now = await handle.stat({ bigint: true });
  const isSame =
    now.size === BigInt(file.size) && now.mtimeNs === file.modified && now.ino === file.inode;
  if (!isSame) throw new FileChanged(file);
}
