import { availableParallelism } from 'node:os';

import { retryUntilDone } from '../../../jobs/job.ts';
import { defineTurns, type Turn } from '../../../jobs/turns.ts';
import {
  JOB_TIMEOUT_SECONDS,
  type PipelineContext,
  type PipelineJobContext,
} from '../../context/pipeline-context.ts';
import { PoolClosed } from '../../../extraction/tasks/worker-failure.ts';
import { claimScan, releaseScan } from './claim-scan.ts';
import { finishScan } from './finish-scan.ts';
import { readSlice } from './read-slice.ts';
import { noteOnDocuments } from '../../rows/document-writes/write-documents.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

/** Pages that a process reads at the same time: each takes a processor for seconds. */
export const OCR_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Reads scans and images. A turn is some pages of one document. */
export const ocrTurns = defineTurns({
  name: queueOf('ocr'),
  concurrency: OCR_AT_ONCE,
  perOrganization: OCR_AT_ONCE,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  take: ({ pipeline }: PipelineJobContext, turn) => takeTurn(pipeline, turn),
});

async function takeTurn(pipeline: PipelineContext, turn: Turn): Promise<void> {
  const { database, ocr } = pipeline;
  if (ocr === undefined) return;
  if (pipeline.isStopping()) throw new PoolClosed('The server is stopping');
  const document = await claimScan(database, turn);
  if (document === undefined) return;
  if (await readSlice(pipeline, ocr, document)) await finishScan(pipeline, document);
  else await releaseScan(database, document);
  pipeline.folds.schedule(turn.organizationId, document.datasetId);
}

/**
 * Asks for a turn of each organization that has pages to read, as after a crash. Where OCR was switched off, they
 * are processed as other documents.
 */
export async function resumeOcr({
  database,
  queue,
  ocr,
}: Pick<PipelineContext, 'database' | 'queue' | 'ocr'>): Promise<void> {
  if (ocr === undefined) {
    await database.query(`${noteOnDocuments('ocr_left = 0, attempt = NULL')} WHERE ocr_left > 0`);
    return;
  }
  const waiting = await database.query<{ id: string }>(
    `SELECT id FROM organizations o
     WHERE EXISTS (SELECT FROM documents d WHERE d.organization_id = o.id AND d.ocr_left > 0)`,
  );
  for (const { id } of waiting) await requestJob(queue, id, 'ocr');
}
