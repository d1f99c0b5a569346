import { availableParallelism } from 'node:os';

import { Problem } from '../../http/problem.ts';
import { notChecked, notReady, wrongType } from '../../http/problems.ts';
import {
  PoolClosed,
  TaskRefused,
  TooMuchMemory,
  WorkerFailure,
} from '../../pipeline/workers/worker-failure.ts';
import { createWorkerPool } from '../../pipeline/workers/worker-pool.ts';
import type { ArchiveLimits } from '../../pipeline/zip/read-directory.ts';
import type { StorageLocation } from '../../storage/archive-storage.ts';

/** What one check may take. */
export interface CheckLimits {
  timeoutMilliseconds: number;
  memoryMegabytes: number;
}

const CHECK_LIMITS: CheckLimits = { timeoutMilliseconds: 60_000, memoryMegabytes: 768 };

/**
 * Reads the directory of an upload; answers 415 for what is no zip, 422 for one that is refused, and
 * 503 where that could not be found out.
 */
export type ArchiveChecker = (key: string) => Promise<void>;

/** Checks in workers of their own, so that an upload never waits for documents being read. */
export function createArchiveChecker(
  storage: StorageLocation,
  limits: ArchiveLimits,
  given: Partial<CheckLimits> = {},
): ArchiveChecker {
  const { timeoutMilliseconds, memoryMegabytes } = { ...CHECK_LIMITS, ...given };
  const workers = createWorkerPool({
    size: availableParallelism(),
    idleMilliseconds: 10_000,
    heapMegabytes: 384,
    memoryMegabytes,
    isAwaited: true,
  });
  return async (key) => {
    try {
      await workers.run('checkArchive', { storage, key, limits }, { timeoutMilliseconds });
    } catch (error) {
      throw problemOf(error);
    }
  };
}

function problemOf(error: unknown): unknown {
  if (error instanceof TaskRefused) {
    return error.notZip ? wrongType(error.message) : new Problem(422, error.message);
  }
  if (error instanceof TooMuchMemory) {
    return new Problem(
      422,
      'The archive was refused: reading its table of contents takes more memory than is allowed. Split it and upload the parts.',
    );
  }
  // Too slow, ended by the system, a disk that does not read: nothing of that is the archive's fault.
  if (error instanceof WorkerFailure) return notChecked();
  return error instanceof PoolClosed ? notReady() : error;
}
