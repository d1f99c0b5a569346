import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

import { tooLargeSentence } from '@carrel/shared/contract/archive-rules';

import { DatabaseUnavailable } from '../../../platform/database/database-error.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { diskFull, malformed, notReady, tooLarge } from '../../../platform/http/problems.ts';
import {
  StorageFull,
  StorageUnavailable,
  UploadTooLarge,
  type ArchiveStorage,
} from '../../../platform/storage/archive-storage.ts';
import type { ArchiveChecker } from './checks/archive-checker.ts';
import type { StoredFileHasher } from './checks/file-hasher.ts';

export interface ArchiveReceiver {
  storage: ArchiveStorage;
  check: ArchiveChecker;
  /** The same for what the server has packed itself. */
  checkPacked: ArchiveChecker;
  hash: StoredFileHasher;
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
  { storage, check, maxBytes }: Pick<ArchiveReceiver, 'storage' | 'check' | 'maxBytes'>,
  pieces: AsyncIterable<Uint8Array>,
  record: (archive: ReceivedArchive) => Promise<void>,
): Promise<string> {
  const staged = await storage.stage(pieces, maxBytes).catch((error: unknown) => {
    throw storageProblem(error, maxBytes);
  });
  const id = randomUUID();
  try {
    await check(staged.key);
    await staged.keep(id);
  } catch (error) {
    await staged.delete();
    throw storageProblem(error, maxBytes);
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

/** Returns the response to an error of the storage, and any other error as it is. */
export function storageProblem(error: unknown, maxBytes: number): unknown {
  if (error instanceof UploadTooLarge) return uploadTooLarge(maxBytes);
  if (error instanceof StorageUnavailable) return notReady();
  return error instanceof StorageFull ? diskFull() : error;
}

/** In each window an upload must send this many bytes. */
export interface StallLimit {
  windowMilliseconds: number;
  minBytes: number;
}

/** For windows of the setting `uploadStallSeconds`. */
export const MIN_BYTES_PER_WINDOW = 64 * 1024;

/** After each of these events there is more to read, or the stream has ended. */
const STREAM_EVENTS = ['readable', 'end', 'error', 'close'] as const;

/**
 * Yields the pieces of an upload as they arrive. The stream stays open when its reader stops early, so
 * that a response can still be sent. Throws a 400 if it is cut off before `announced` bytes, and a 408
 * if it stalls.
 */
export async function* uploadPieces(
  body: Readable,
  announced: number | undefined,
  stallLimit: StallLimit,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  let counted = 0;
  let isStalled = false;
  let isWaiting = false;
  let wake: (() => void) | undefined;
  const onStreamEvent = () => wake?.();
  for (const event of STREAM_EVENTS) body.on(event, onStreamEvent);
  const timer = setInterval(() => {
    // While a piece is being stored, the sender is not the slow one.
    isStalled = isWaiting && received - counted < stallLimit.minBytes;
    counted = received;
    if (isStalled) wake?.();
  }, stallLimit.windowMilliseconds);
  try {
    for (;;) {
      const piece = body.read() as Uint8Array | null;
      if (piece !== null) {
        received += piece.length;
        yield piece;
        continue;
      }
      if (isStalled) throw tooSlow();
      if (body.readableEnded) break;
      if (body.destroyed) throw cutOff();
      isWaiting = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      isWaiting = false;
    }
  } finally {
    clearInterval(timer);
    for (const event of STREAM_EVENTS) body.off(event, onStreamEvent);
  }
  if (announced !== undefined && received < announced) throw cutOff();
}

const cutOff = () => malformed('The upload was cut off. Please try again.');

const tooSlow = () =>
  new Problem(408, 'The upload was too slow and was given up. Please try again.');
