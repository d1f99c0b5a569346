import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { createWorkerPool } from '../../../extraction/workers/worker-pool.ts';
import type { OcrLane } from '../../context/ocr-lane.ts';
import { OCR_AT_ONCE } from './ocr-job.ts';
import { takeOver } from './take-over.ts';
import { requestJob } from '../../rows/request-job.ts';

/** Returns what reads scans; undefined where OCR is off. */
export function createOcrLane(
  languages: readonly string[],
  database: Database,
  queue: Queue,
): OcrLane | undefined {
  if (languages.length === 0) return undefined;
  const workers = createWorkerPool({
    size: OCR_AT_ONCE,
    idleMilliseconds: 60_000,
    heapMegabytes: 512,
    memoryMegabytes: 1536,
    isBackground: true,
  });
  const request = (organizationId: string, tx: Queryable) =>
    requestJob(queue, organizationId, 'ocr', tx);
  return {
    languages,
    workers,
    take: (document, read) => takeOver({ database, request }, document, read),
  };
}
