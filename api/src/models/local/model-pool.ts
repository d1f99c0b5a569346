import { fileURLToPath } from 'node:url';

import { createProcessPool, type ProcessPool } from '../../platform/workers/process-pool.ts';
import type { ModelTasks } from './model-tasks.ts';

const MAIN = fileURLToPath(new URL('model-worker-main.ts', import.meta.url));
const HEAP_MEGABYTES = 256;
/** A model of 8-bit weights for a small machine takes 200; larger ones are the operator's choice. */
const MEMORY_MEGABYTES = 4096;
/** Opening a model takes less than a second, and holding it 200 MiB. */
const IDLE_MILLISECONDS = {
  documents: 60_000,
  queries: 24 * 3_600_000,
  earlier: 60_000,
} as const;

/** What a process is for: documents, what a search waits for, or queries to vectors of an earlier model. */
export type ModelUse = keyof typeof IDLE_MILLISECONDS;

/**
 * Of the GNU C library: blocks of a batch are kept for the next one. New memory of the system for each was measured to
 * take three times as long.
 */
const KEPT_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '33554432',
  MALLOC_TRIM_THRESHOLD_: '100663296',
};

/** One process that holds a model. */
export const createModelPool = (use: ModelUse): ProcessPool<ModelTasks> =>
  createProcessPool<ModelTasks>(
    { main: MAIN, environment: KEPT_MEMORY },
    {
      size: 1,
      idleMilliseconds: IDLE_MILLISECONDS[use],
      heapMegabytes: HEAP_MEGABYTES,
      memoryMegabytes: MEMORY_MEGABYTES,
      ...(use === 'documents' ? { isBackground: true } : { isAwaited: true }),
    },
  );
