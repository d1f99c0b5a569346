import { randomUUID } from 'node:crypto';

import { tooLargeSentence } from '@carrel/shared/contract/archive-rules';

import { DatabaseUnavailable } from '../../database/database-error.ts';
import { diskFull, notReady, tooLarge } from '../../http/problems.ts';
import type { ArchiveChecker } from './archive-checker.ts';
import {
  StorageFull,
  StorageUnavailable,
  UploadTooLarge,
  type ArchiveStorage,
} from '../../storage/archive-storage.ts';

export interface ArchiveReceiver {
  storage: ArchiveStorage;
  check: ArchiveChecker;
  maxBytes: number;
}

/** An upload that is stored and checked. */
export interface ReceivedArchive {
  id: string;
  size: number;
  sha256: string;
}

/**
 * Stores an upload durably, checks the zip's directory, then calls `record`, which inserts its row. On a
 * failure before that, nothing is left behind.
 */
export async function receiveArchive(
  { storage, check, maxBytes }: ArchiveReceiver,
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
    // The commit may have succeeded without a response; then the clean-up decides whether the file stays.
    if (!(error instanceof DatabaseUnavailable)) await storage.remove(id);
    throw error;
  }
  return id;
}

export const uploadTooLarge = (maxBytes: number) => tooLarge(tooLargeSentence(maxBytes));

function problemOf(error: unknown, maxBytes: number): unknown {
  if (error instanceof UploadTooLarge) return uploadTooLarge(maxBytes);
  if (error instanceof StorageUnavailable) return notReady();
  return error instanceof StorageFull ? diskFull() : error;
}
