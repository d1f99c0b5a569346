import {
  PART_BYTES,
  type ArchiveStorage,
  type PartedFile,
} from '../../../../../platform/storage/archive-storage.ts';
import { overLength } from '../upload-problems.ts';
import type { StoredUpload } from '../upload-repository.ts';

/** What adds bytes to an upload. */
export interface PartWriter {
  storage: ArchiveStorage;
  /** The token of the request. */
  writer: string;
  /** Ends storing a part early. */
  signal: AbortSignal;
  /** Returns a number for a part. */
  takeNumber: () => Promise<number>;
  /** Records that all bytes up to `to` are stored. */
  advance: (from: number, to: number, stored: PartedFile) => Promise<void>;
}

type Block = Buffer<ArrayBuffer>;

/**
 * Stores bytes after those that an upload has, and returns its new offset. One part is stored while the
 * next one fills. If the bytes end with an error, what has arrived is stored before it is thrown.
 */
export async function appendParts(
  chunks: AsyncIterable<Uint8Array>,
  upload: StoredUpload,
  { storage, writer, signal, takeNumber, advance }: PartWriter,
): Promise<number> {
  const { parts } = storage;
  const { id, size } = upload;
  let { received, stored } = upload;
  const tail = await parts.tail(stored);
  let start = received - tail.length;
  const newBlock = () => Buffer.allocUnsafe(Math.min(PART_BYTES, size - start));
  let block: Block = newBlock();
  let filled = tail.copy(block);
  let spare: Block | undefined;
  let sending = Promise.resolve();

  const store = async (bytes: Block, offset: number) => {
    const end = offset + bytes.length;
    const isLast = end === size;
    const isNumbered = parts.isNumbered && (isLast || bytes.length === PART_BYTES);
    const number = isNumbered ? await takeNumber() : 0;
    const before = stored;
    stored = await parts.put(id, before, { bytes, offset, isLast, number, writer, signal });
    await advance(received, end, stored);
    received = end;
    if (before.tail !== undefined && before.tail.key !== stored.tail?.key) {
      // What cannot be removed now belongs to nothing, and is cleaned up.
      await storage.remove(before.tail.key).catch(() => undefined);
    }
  };

  let failure: { error: unknown } | undefined;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + block.length - filled);
        if (piece.length === 0) throw overLength();
        block.set(piece, filled);
        filled += piece.length;
        at += piece.length;
        if (filled < PART_BYTES) continue;
        await sending;
        sending = store(block, start);
        // The rejection is handled where it is awaited, which may be later.
        sending.catch(() => undefined);
        start += filled;
        filled = 0;
        const next = spare ?? newBlock();
        spare = block;
        block = next;
      }
    }
  } catch (error) {
    failure = { error };
  }
  await sending;
  if (start + filled > received) await store(block.subarray(0, filled), start);
  if (failure !== undefined) throw failure.error;
  return received;
}
