import { availableParallelism } from 'node:os';

import { Problem } from '../http/problem.ts';
import { notReady, wrongType } from '../http/problems.ts';
import { PoolClosed, TaskRefused, WorkerFailure } from '../pipeline/workers/worker-failure.ts';
import { createWorkerPool } from '../pipeline/workers/worker-pool.ts';
import type { ArchiveLimits } from '../pipeline/zip/read-directory.ts';
import type { StorageLocation } from './archive-storage.ts';

const TIMEOUT_MILLISECONDS = 60_000;

/** Reads the directory of an upload; answers 415 for what is no zip and 422 for one that is refused. */
export type ArchiveChecker = (key: string) => Promise<void>;

/** Checks in workers of their own, so that an upload never waits for documents being read. */
export function createArchiveChecker(
  storage: StorageLocation,
  limits: ArchiveLimits,
): ArchiveChecker {
  const workers = createWorkerPool({
    size: availableParallelism(),
    idleMilliseconds: 10_000,
    heapMegabytes: 384,
    memoryMegabytes: 768,
  });
  return async (key) => {
    try {
      await workers.run(
        'checkArchive',
        { storage, key, limits },
        { timeoutMilliseconds: TIMEOUT_MILLISECONDS },
      );
    } catch (error) {
      throw problemOf(error);
    }
  };
}

function problemOf(error: unknown): unknown {
  if (error instanceof TaskRefused) {
    return error.notZip ? wrongType(error.message) : new Problem(422, error.message);
  }
  if (error instanceof WorkerFailure) {
    return new Problem(422, 'The archive was refused: its table of contents could not be read.');
  }
  return error instanceof PoolClosed ? notReady() : error;
}
