import { availableParallelism } from 'node:os';

import { defineJob, type Run } from '../../../jobs/job.ts';
import { type PipelineContext, type PipelineJobContext } from '../../context/pipeline-context.ts';
import { PoolClosed } from '../../../platform/workers/worker-failure.ts';
import { claimScan, releaseScan } from './claim-scan.ts';
import { finishScan } from './finish-scan.ts';
import { readSlice } from './read-slice.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

/** Pages that a process reads at the same time: each takes a processor for seconds. */
export const OCR_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Reads scans and images. A run is some pages of one document. */
export const ocrJob = defineJob({
  name: queueOf('ocr'),
  slots: { perProcess: OCR_AT_ONCE, perOrganization: OCR_AT_ONCE },
  due: ({ pipeline }: PipelineJobContext) => resumeOcr(pipeline),
  handle: ({ pipeline }: PipelineJobContext, _, run) => takeTurn(pipeline, run),
});

async function takeTurn(pipeline: PipelineContext, run: Run): Promise<void> {
  const { database, ocr } = pipeline;
  if (ocr === undefined) return;
  if (pipeline.isStopping()) throw new PoolClosed('The server is stopping');
  const document = await claimScan(database, run);
  if (document === undefined) return;
  if (await readSlice(pipeline, ocr, document)) await finishScan(pipeline, document);
  else await releaseScan(database, document);
  pipeline.compactions.schedule(run.organizationId, document.datasetId);
}

/**
 * Requests a run for each organization that has pages to read, as after a crash. Where OCR was switched off, they
 * are processed as other documents.
 */
export async function resumeOcr({
  database,
  queue,
  ocr,
}: Pick<PipelineContext, 'database' | 'queue' | 'ocr'>): Promise<void> {
  if (ocr === undefined) {
    await database.query(`${updateUncounted('ocr_left = 0, attempt = NULL')} WHERE ocr_left > 0`);
    return;
  }
  const waiting = await database.query<{ id: string }>(
    `SELECT id FROM organizations o
     WHERE EXISTS (SELECT FROM documents d WHERE d.organization_id = o.id AND d.ocr_left > 0)`,
  );
  for (const { id } of waiting) await requestJob(queue, id, 'ocr');
}
