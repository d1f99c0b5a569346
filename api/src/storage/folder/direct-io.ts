import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Writes blocks of a file from memory to disk without the page cache (O_DIRECT). */
export interface DirectFile {
  /** False after the system or file system has refused direct I/O. */
  readonly works: boolean;
  /** Memory address, offset and length must be multiples of a page. Returns false if not all was written. */
  write(bytes: Uint8Array, at: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The errors of a file system that does not support direct I/O, or not with these blocks. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Opens a second descriptor of an existing file for direct I/O, when the first block is written. An
 * upload is not read again soon, and copying it into the page cache took more CPU time than receiving it.
 */
export function openDirectFile(path: string): DirectFile {
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
        if (!isUnsupported(error)) throw error;
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

function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSUPPORTED.has(String(error.code));
}
