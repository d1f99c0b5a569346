import * as v from 'valibot';

import type { Queryable } from '../../database/database.ts';
import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { JOB_TIMEOUT_SECONDS, type PipelineJobContext } from '../pipeline-context.ts';
import { PoolClosed } from '../workers/worker-failure.ts';
import { claimReprocessing } from './claim-reprocessing.ts';
import { reprocessDocument } from './reprocess-document.ts';

const DOCUMENTS_PER_JOB = 20;

/** Processes documents again that are searched meanwhile, one after the other: uploads go first. */
export const reprocessDocumentsJob = defineJob({
  name: 'reprocess-documents',
  payload: v.object({ organizationId: v.string(), documentIds: v.array(v.string()) }),
  concurrency: 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: async ({ pipeline }: PipelineJobContext, { organizationId, documentIds }) => {
    const datasets = new Set<string>();
    for (const id of documentIds) {
      if (pipeline.isStopping()) throw new PoolClosed('The server is stopping');
      for (const document of await claimReprocessing(pipeline.database, organizationId, [id])) {
        await reprocessDocument(pipeline, document);
        datasets.add(document.datasetId);
      }
    }
    for (const id of datasets) pipeline.folds.schedule(organizationId, id);
  },
});

/** Sends jobs that process these documents again, visible once `tx` is committed. */
export async function sendReprocessing(
  queue: Queue,
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  const payloads = [];
  for (let at = 0; at < documentIds.length; at += DOCUMENTS_PER_JOB) {
    payloads.push({ organizationId, documentIds: documentIds.slice(at, at + DOCUMENTS_PER_JOB) });
  }
  await reprocessDocumentsJob.sendMany(queue, tx, payloads);
}
