import { availableParallelism } from 'node:os';

import { notChecked, notReady } from '../../../../platform/http/problems.ts';
import { PoolClosed, WorkerFailure } from '../../../../platform/workers/worker-failure.ts';
import { createWorkerPool } from '../../../../extraction/workers/worker-pool.ts';
import { FileMissing, type StorageLocation } from '../../../../platform/storage/archive-storage.ts';

/** Beside the time for the slowest acceptable storage, in bytes per millisecond. */
const TIMEOUT_MILLISECONDS = 60_000;
const MIN_SPEED = 8 * 1024;

/**
 * Reads a stored file of `size` bytes, and returns its SHA-256 as hexadecimal text. `owner` is the
 * organization whose file it is: organizations take turns. Throws a 503 if it could not be read.
 */
export type StoredFileHasher = (key: string, size: number, owner: string) => Promise<string>;

/** Hashes in separate workers. */
export function createFileHasher(storage: StorageLocation): StoredFileHasher {
  const workers = createWorkerPool({
    size: availableParallelism(),
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
    isAwaited: true,
  });
  return async (key, size, owner) => {
    const timeoutMilliseconds = TIMEOUT_MILLISECONDS + size / MIN_SPEED;
    try {
      const options = { timeoutMilliseconds, owner: { id: owner } };
      return (await workers.run('hashFile', { storage, key }, options)).sha256;
    } catch (error) {
      if (error instanceof WorkerFailure || error instanceof FileMissing) throw notChecked();
      throw error instanceof PoolClosed ? notReady() : error;
    }
  };
}
