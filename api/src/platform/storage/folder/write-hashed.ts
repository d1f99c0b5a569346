import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { writeAll } from './durable-files.ts';
import { hashInWorker, type WorkerHash } from './hash-worker.ts';

/** A socket delivers small pieces, and writing and hashing each separately costs more than the disk does. */
const BLOCK_BYTES = 2 * 1024 * 1024;
/** The most blocks in memory: one fills while others are written and hashed. */
const BLOCKS_MAX = 4;
/** Bytes after which written data is flushed while more arrives, so that the last flush is short. */
const FLUSH_BYTES = 128 * 1024 * 1024;

/** The errors of a file system that does not support direct I/O, or not with these blocks. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

/** Writes a file sequentially. */
export interface HashedWriter {
  /** Resolves when there is memory for more. */
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes the file to disk and returns the SHA-256 of its bytes. */
  finish(): Promise<string>;
  /** Waits for writes in progress, so that the file may be closed. */
  abort(): Promise<void>;
}

type Block = Uint8Array<SharedArrayBuffer>;

/** Growable memory is page-aligned, as direct I/O requires. It is never grown. */
const newBlock = (): Block =>
  new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES, { maxByteLength: BLOCK_BYTES }));

/** Writes and hashes data in large blocks, concurrently in other threads. */
export function writeHashed(file: FileHandle, path: string): HashedWriter {
  const direct = openDirectFile(path);
  const pending = new Set<Promise<void>>();
  const free: Block[] = [];
  let failure: { error: unknown } | undefined;
  let hash: WorkerHash | undefined;
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
      .finally(() => pending.delete(entry));
    pending.add(entry);
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
    hash ??= hashInWorker();
    // Wait for both, even if one fails: the file must not be closed while the other runs.
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
      await Promise.race(pending);
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
        // Less than a block is hashed here, without a thread.
        await writeAll(file, rest, 0);
        await file.sync();
        return createHash('sha256').update(rest).digest('hex');
      }
      submit();
      while (pending.size > 0) await Promise.all(pending);
      if (failure !== undefined) throw failure.error;
      await direct.close();
      await file.sync();
      const digest = await hash.digest();
      hash = undefined;
      return digest;
    },
    abort: async () => {
      while (pending.size > 0) await Promise.all(pending);
      await direct.close();
      hash?.cancel();
    },
  };
}

/** Writes blocks of a file from memory to disk without the page cache (O_DIRECT). */
interface DirectFile {
  /** False after the system or file system has refused direct I/O. */
  readonly works: boolean;
  /** Memory address, offset and length must be multiples of a page. Returns false if not all was written. */
  write(bytes: Uint8Array, at: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a second descriptor of an existing file for direct I/O, when the first block is written. An
 * upload is not read again soon, and copying it into the page cache took more CPU time than receiving it.
 */
function openDirectFile(path: string): DirectFile {
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
