import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import { openUnbuffered } from './direct-io.ts';
import { hashElsewhere, type DistantHash } from './hash-worker.ts';

/** A socket gives small pieces; written and hashed one by one they cost more than the disk does. */
const BLOCK_BYTES = 2 * 1024 * 1024;
/** Blocks that are written and hashed while another one fills. */
const BLOCKS_MAX = 4;
/** The disk begins with these while more is received, so that there is little left for the end. */
const FLUSH_BYTES = 32 * 1024 * 1024;

/** A file that is written from its beginning to its end. */
export interface HashedWriter {
  /** Resolves once there is room for more. */
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes the file to disk; gives the SHA-256 of its bytes. */
  finish(): Promise<string>;
  /** Waits for what is still being written, so that the file may be closed. */
  abandon(): Promise<void>;
}

type Block = Uint8Array<SharedArrayBuffer>;

/** Memory that may grow begins at a page, as a write past the cache needs it; this one never does. */
const newBlock = (): Block =>
  new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES, { maxByteLength: BLOCK_BYTES }));

/** Writes and hashes what comes in large blocks, each in other threads at the same time. */
export function writeHashed(file: FileHandle, path: string): HashedWriter {
  const direct = openUnbuffered(path);
  const work = new Set<Promise<void>>();
  const free: Block[] = [];
  let failure: { error: unknown } | undefined;
  let hash: DistantHash | undefined;
  let block = newBlock();
  let filled = 0;
  let blocks = 1;
  let written = 0;
  let flushed = 0;
  let isFlushing = false;

  const run = (task: Promise<void>) => {
    const entry = task
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => work.delete(entry));
    work.add(entry);
  };
  const flush = async () => {
    isFlushing = true;
    flushed = written;
    await file.datasync();
    isFlushing = false;
  };
  const submit = () => {
    const [full, at] = [block, written];
    const bytes = full.subarray(0, filled);
    written += filled;
    filled = 0;
    hash ??= hashElsewhere();
    // Both are waited for, whatever becomes of the other: the file is closed when none is at work.
    const writing =
      bytes.length === BLOCK_BYTES
        ? direct.write(bytes, at).then((done) => (done ? undefined : writeAll(file, bytes, at)))
        : writeAll(file, bytes, at);
    run(
      Promise.allSettled([writing, hash.update(bytes)]).then((ends) => {
        free.push(full);
        for (const end of ends) if (end.status === 'rejected') throw end.reason;
      }),
    );
    if (!direct.works && !isFlushing && written - flushed >= FLUSH_BYTES) run(flush());
  };
  const nextBlock = async (): Promise<Block> => {
    while (free.length === 0) {
      if (failure !== undefined) throw failure.error;
      if (blocks < BLOCKS_MAX) {
        blocks += 1;
        return newBlock();
      }
      await Promise.race(work);
    }
    return free.pop() ?? newBlock();
  };

  return {
    write: async (chunk) => {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + BLOCK_BYTES - filled);
        block.set(piece, filled);
        filled += piece.length;
        at += piece.length;
        if (filled < BLOCK_BYTES) continue;
        submit();
        block = await nextBlock();
      }
    },
    finish: async () => {
      const rest = block.subarray(0, filled);
      if (hash === undefined) {
        // Not worth another thread.
        await writeAll(file, rest, 0);
        await file.sync();
        return createHash('sha256').update(rest).digest('hex');
      }
      submit();
      while (work.size > 0) await Promise.all(work);
      if (failure !== undefined) throw failure.error;
      await direct.close();
      await file.sync();
      const digest = await hash.digest();
      hash = undefined;
      return digest;
    },
    abandon: async () => {
      while (work.size > 0) await Promise.all(work);
      await direct.close();
      hash?.forget();
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, from + at);
    at += bytesWritten;
  }
}
