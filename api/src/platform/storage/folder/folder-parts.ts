import { constants } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import {
  incomingKey,
  StorageFull,
  StorageUnavailable,
  type NewPart,
  type PartStorage,
} from '../archive-storage.ts';
import { hasCode, isDiskFull, syncDirectory, writeAll } from './durable-files.ts';

/** Files that arrive in parts are files of the folder of unfinished uploads, written from start to end. */
export function createFolderParts(pathOf: (key: string) => string): PartStorage {
  const pathOfParts = (key: string) => pathOf(incomingKey(key));
  return {
    isNumbered: false,
    put: async (key, file, part) => {
      const path = pathOfParts(key);
      try {
        await write(path, part);
        if (part.offset === 0) await syncDirectory(dirname(path));
      } catch (error) {
        if (isDiskFull(error)) throw new StorageFull('No space left', { cause: error });
        if (!hasCode(error, 'ENOENT')) throw error;
        throw new StorageUnavailable(`The folder has no bytes of the upload "${key}".`);
      }
      return file;
    },
    tail: () => Promise.resolve(Buffer.alloc(0)),
    join: async (key, _, size) => {
      const parts = await sizeOf(pathOfParts(key));
      const found = parts ?? (await sizeOf(pathOf(key)));
      if (found !== size) {
        throw new StorageUnavailable(
          `The folder has ${found ?? 'no'} bytes of the upload "${key}" in place of ${size}.`,
        );
      }
      return parts === undefined ? key : incomingKey(key);
    },
    keep: async (key) => {
      await rename(pathOfParts(key), pathOf(key)).catch(async (error: unknown) => {
        // It was kept before.
        if (!hasCode(error, 'ENOENT') || (await sizeOf(pathOf(key))) === undefined) throw error;
      });
      await syncDirectory(dirname(pathOf(key)));
    },
  };
}

async function write(path: string, { bytes, offset }: NewPart): Promise<void> {
  // A file that was deleted meanwhile must not come back with a hole.
  const file = await open(path, offset === 0 ? CREATE : constants.O_WRONLY, 0o600);
  try {
    await writeAll(file, bytes, offset);
    await file.datasync();
  } finally {
    await file.close();
  }
}

const CREATE = constants.O_WRONLY | constants.O_CREAT;

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
