import { fileURLToPath } from 'node:url';

import { s3Environment } from '../../platform/storage/s3/s3-storage.ts';
import {
  createProcessPool,
  type PoolOptions,
  type ProcessPool,
} from '../../platform/workers/process-pool.ts';
import type { Tasks } from '../tasks/tasks.ts';

const MAIN = fileURLToPath(new URL('worker-main.ts', import.meta.url));

/** Processes that read documents. */
export type WorkerPool = ProcessPool<Tasks>;

/** Their environment has only the variables that open an S3 store. */
export const createWorkerPool = (options: PoolOptions): WorkerPool =>
  createProcessPool<Tasks>({ main: MAIN, environment: s3Environment(process.env) }, options);
