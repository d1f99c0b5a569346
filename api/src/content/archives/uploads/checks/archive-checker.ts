import { availableParallelism } from 'node:os';

import { Problem } from '../../../../platform/http/problem.ts';
import { notChecked, notReady, wrongType } from '../../../../platform/http/problems.ts';
import {
  PoolClosed,
  TaskRefused,
  TooMuchMemory,
  WorkerFailure,
} from '../../../../platform/workers/worker-failure.ts';
import { createWorkerPool } from '../../../../extraction/workers/worker-pool.ts';
import type { ArchiveLimits } from '../../../../extraction/zip/read-directory.ts';
import { RefusedArchive } from '../../../../extraction/zip/refusal.ts';
import {
  FileMissing,
  type ArchiveStorage,
  type StorageLocation,
} from '../../../../platform/storage/archive-storage.ts';

/** Limits of one check. */
export interface CheckLimits {
  timeoutMilliseconds: number;
  memoryMegabytes: number;
}

const CHECK_LIMITS: CheckLimits = { timeoutMilliseconds: 60_000, memoryMegabytes: 768 };

/**
 * Reads the directory of an upload; throws a 415 if it is not a zip, a 422 if the zip is refused, and a
 * 503 if it could not be checked.
 */
export type ArchiveChecker = (key: string) => Promise<void>;

/** Checks in separate workers, so that an upload never waits for documents. */
export function createArchiveChecker(
  storage: StorageLocation,
  limits: ArchiveLimits,
  overrides: Partial<CheckLimits> = {},
): ArchiveChecker {
  const { timeoutMilliseconds, memoryMegabytes } = { ...CHECK_LIMITS, ...overrides };
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
      throw checkProblem(error);
    }
  };
}

/**
 * Checks in this process what the server has packed itself, which is not hostile: only the limits can refuse it.
 * The start of a worker would take longer than the rest of a small write.
 */
export function createPackedChecker(
  storage: Pick<ArchiveStorage, 'open'>,
  limits: ArchiveLimits,
): ArchiveChecker {
  return async (key) => {
    const source = await storage.open(key);
    try {
      const { readDirectory } = await import('../../../../extraction/zip/read-directory.ts');
      await readDirectory(source, limits);
    } catch (error) {
      throw error instanceof RefusedArchive ? new Problem(422, error.message) : error;
    } finally {
      await source.close();
    }
  };
}

function checkProblem(error: unknown): unknown {
  if (error instanceof TaskRefused) {
    return error.notZip ? wrongType(error.message) : new Problem(422, error.message);
  }
  if (error instanceof TooMuchMemory) {
    return new Problem(
      422,
      'The archive was refused: reading its table of contents takes more memory than is allowed. Split it and upload the parts.',
    );
  }
  // A timeout, a killed worker or a failing disk: none of them is the archive's fault.
  if (error instanceof WorkerFailure || error instanceof FileMissing) return notChecked();
  return error instanceof PoolClosed ? notReady() : error;
}
