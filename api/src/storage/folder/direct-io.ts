import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Writes blocks of a file straight from memory to disk. */
export interface DirectFile {
  /** False once this system or this file system has refused it. */
  readonly works: boolean;
  /** Bytes and offset have to begin at a page, and to fill some; false where nothing was written. */
  write(bytes: Uint8Array, at: number): Promise<boolean>;
  close(): Promise<void>;
}

/** What says that a file system cannot do it, or not with these blocks. */
const UNABLE = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Opens a file that is there already a second time, when the first block comes, for writes that do
 * not go through the system's cache: an upload is not read again soon, and copying it there took more
 * of the processor than receiving it.
 */
export function openUnbuffered(path: string): DirectFile {
  const flag: number | undefined = constants.O_DIRECT;
  let file: Promise<FileHandle> | undefined;
  let works = flag !== undefined;
  return {
    get works() {
      return works;
    },
    write: async (bytes, at) => {
      if (!works) return false;
      try {
        file ??= open(path, constants.O_WRONLY | flag);
        const { bytesWritten } = await (await file).write(bytes, 0, bytes.length, at);
        return bytesWritten === bytes.length;
      } catch (error) {
        if (!isUnable(error)) throw error;
        works = false;
        return false;
      }
    },
    close: async () => {
      const opened = await file?.catch(() => undefined);
      file = undefined;
      await opened?.close();
    },
  };
}

function isUnable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNABLE.has(String(error.code));
}
