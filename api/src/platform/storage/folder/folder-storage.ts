import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import {
  incomingKey,
  StorageFull,
  UploadTooLarge,
  type ArchiveStorage,
  type StagedArchive,
  type StoredFile,
} from '../archive-storage.ts';
import { createFolderParts } from './folder-parts.ts';
import { isDiskFull, syncDirectory } from './durable-files.ts';
import { writeHashed } from './write-hashed.ts';

const INCOMING = 'incoming';

/** Stores archives as files of one folder. Uploads in progress are in a folder inside it. */
export async function openFolderStorage(directory: string): Promise<ArchiveStorage> {
  await mkdir(join(directory, INCOMING), { recursive: true, mode: 0o700 });
  const pathOf = (key: string) => join(directory, ...key.split('/'));

  return {
    location: { kind: 'folder', directory },
    stage: async (source, limit) => {
      const key = incomingKey(randomUUID());
      try {
        const received = await receive(pathOf(key), source, limit);
        return stagedFile(key, received, pathOf);
      } catch (error) {
        await rm(pathOf(key), { force: true });
        throw isDiskFull(error) ? new StorageFull('No space left', { cause: error }) : error;
      }
    },
    parts: createFolderParts(pathOf),
    open: async (key) => {
      const file = await open(pathOf(key));
      try {
        const { size } = await file.stat();
        return {
          size,
          read: (start, length) => readRange(file, start, Math.min(length, size - start)),
          close: () => file.close(),
        };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async () => [
      ...(await listFiles(directory, '')),
      ...(await listFiles(join(directory, INCOMING), `${INCOMING}/`)),
    ],
  };
}

interface Received {
  size: number;
  sha256: string;
}

async function receive(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Received> {
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  const writer = writeHashed(file, path);
  try {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new UploadTooLarge(`More than ${limit} bytes`);
      await writer.write(chunk);
    }
    return { size, sha256: await writer.finish() };
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    await file.close();
  }
}

function stagedFile(
  key: string,
  received: Received,
  pathOf: (key: string) => string,
): StagedArchive {
  return {
    key,
    ...received,
    keep: async (finalKey) => {
      try {
        await mkdir(dirname(pathOf(finalKey)), { recursive: true, mode: 0o700 });
        await rename(pathOf(key), pathOf(finalKey));
        await syncDirectory(dirname(pathOf(finalKey)));
      } catch (error) {
        await rm(pathOf(finalKey), { force: true });
        throw isDiskFull(error) ? new StorageFull('No space left', { cause: error }) : error;
      }
    },
    delete: () => rm(pathOf(key), { force: true }),
  };
}

async function readRange(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, length));
  let read = 0;
  while (read < buffer.length) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

async function listFiles(directory: string, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const info = await stat(join(directory, entry.name)).catch(() => undefined);
    if (info !== undefined) files.push({ key: prefix + entry.name, modifiedAt: info.mtime });
  }
  return files;
}
