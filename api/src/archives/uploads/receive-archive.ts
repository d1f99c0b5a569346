import { randomUUID } from 'node:crypto';

import { DatabaseUnavailable } from '../../database/database-error.ts';
import { diskFull, notReady, tooLarge } from '../../http/problems.ts';
import type { ArchiveChecker } from './archive-checker.ts';
import {
  StorageFull,
  StorageUnavailable,
  UploadTooLarge,
  type ArchiveStorage,
} from '../../storage/archive-storage.ts';

export interface ArchiveReception {
  storage: ArchiveStorage;
  check: ArchiveChecker;
  maxBytes: number;
}

/** An upload that is durable and checked. */
export interface ReceivedArchive {
  id: string;
  size: number;
  sha256: string;
}

/**
 * Takes an upload in: its bytes are made durable and the zip's directory is read before `record`
 * writes it down. Whatever goes wrong before that, nothing of it is left.
 */
export async function receiveArchive(
  { storage, check, maxBytes }: ArchiveReception,
  pieces: AsyncIterable<Uint8Array>,
  record: (archive: ReceivedArchive) => Promise<void>,
): Promise<string> {
  const staged = await storage.stage(pieces, maxBytes).catch((error: unknown) => {
    throw problemOf(error, maxBytes);
  });
  const id = randomUUID();
  try {
    await check(staged.key);
    await staged.keep(id);
  } catch (error) {
    await staged.delete();
    throw problemOf(error, maxBytes);
  }
  try {
    await record({ id, size: staged.size, sha256: staged.sha256 });
  } catch (error) {
    // A commit whose answer was lost may have happened: the sweep finds out.
    if (!(error instanceof DatabaseUnavailable)) await storage.remove(id);
    throw error;
  }
  return id;
}

export const uploadTooLarge = (maxBytes: number) =>
  tooLarge(`The archive is larger than ${sizeText(maxBytes)}, the most that is taken.`);

function problemOf(error: unknown, maxBytes: number): unknown {
  if (error instanceof UploadTooLarge) return uploadTooLarge(maxBytes);
  if (error instanceof StorageUnavailable) return notReady();
  return error instanceof StorageFull ? diskFull() : error;
}

function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${Number(size.toFixed(1))} ${units[unit]}`;
}
