import { defineJob, type Run } from '../../../jobs/job.ts';
import {
  RUN_MILLISECONDS,
  type PipelineContext,
  type PipelineJobContext,
} from '../../context/pipeline-context.ts';
import { purgeStaleOriginals } from '../originals/purge-originals-job.ts';
import { PoolClosed } from '../../../platform/workers/worker-failure.ts';
import { claimReprocessing } from './claim-reprocessing.ts';
import { reprocessDocument } from './reprocess-document.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

/** Processes documents again that are searched meanwhile, one after the other: uploads go first. */
export const reprocessJob = defineJob({
  name: queueOf('reprocess'),
  slots: { perProcess: 1, perOrganization: 1 },
  due: ({ pipeline }: PipelineJobContext) => resumeReprocessing(pipeline),
  handle: ({ pipeline }: PipelineJobContext, _, run) => takeTurn(pipeline, run),
});

async function takeTurn(pipeline: PipelineContext, run: Run): Promise<void> {
  const { organizationId } = run;
  const datasets = new Set<string>();
  for (const until = performance.now() + RUN_MILLISECONDS; performance.now() < until;) {
    if (pipeline.isStopping()) throw new PoolClosed('The server is stopping');
    const document = await claimReprocessing(pipeline.database, run);
    if (document === undefined) break;
    await reprocessDocument(pipeline, document);
    datasets.add(document.datasetId);
  }
  if (datasets.size === 0) return;
  for (const id of datasets) pipeline.compactions.schedule(organizationId, id);
  await purgeStaleOriginals(pipeline.database, pipeline.queue, organizationId);
}

/** Requests a run for each organization that has documents to process again, as after a crash. */
export async function resumeReprocessing({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const waiting = await database.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM documents WHERE reprocessing',
  );
  for (const { id } of waiting) await requestJob(queue, id, 'reprocess');
}
