import { defineJob, type Run, type Unfinished } from '../../../jobs/job.ts';
import { EmbeddingsUnavailable } from '../../../models/embedding/embedding-error.ts';
import {
  RUN_MILLISECONDS,
  type PipelineContext,
  type PipelineJobContext,
} from '../../context/pipeline-context.ts';
import { purgeStaleOriginals } from '../originals/purge-originals-job.ts';
import { PoolClosed } from '../../../platform/workers/worker-failure.ts';
import { claimReprocessing, releaseReprocessing } from './claim-reprocessing.ts';
import { reprocessDocument } from './reprocess-document.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

/** Processes documents again that are searched meanwhile, one after the other: uploads go first. */
export const reprocessJob = defineJob({
  name: queueOf('reprocess'),
  slots: { perProcess: 1, perOrganization: 1 },
  due: ({ pipeline }: PipelineJobContext) => resumeReprocessing(pipeline),
  handle: ({ pipeline }: PipelineJobContext, _, run) => takeTurn(pipeline, run),
});

async function takeTurn(pipeline: PipelineContext, run: Run): Promise<Unfinished | void> {
  const { organizationId } = run;
  const { embeddingWait } = pipeline;
  const waitForEmbeddings = (): Unfinished => {
    embeddingWait.note(organizationId, 'reprocess');
    return { repeatAfterSeconds: embeddingWait.seconds };
  };
  if (embeddingWait.isOn()) return waitForEmbeddings();
  let unfinished: Unfinished | undefined;
  const datasets = new Set<string>();
  for (const until = performance.now() + RUN_MILLISECONDS; performance.now() < until;) {
    if (pipeline.isStopping()) throw new PoolClosed('The server is stopping');
    const document = await claimReprocessing(pipeline.database, run);
    if (document === undefined) break;
    try {
      await reprocessDocument(pipeline, document);
    } catch (error) {
      if (!(error instanceof EmbeddingsUnavailable)) throw error;
      embeddingWait.begin(error.nextTry);
      await releaseReprocessing(pipeline.database, document);
      unfinished = waitForEmbeddings();
      break;
    }
    datasets.add(document.datasetId);
  }
  if (datasets.size === 0) return unfinished;
  for (const id of datasets) pipeline.compactions.schedule(organizationId, id);
  await purgeStaleOriginals(pipeline.database, pipeline.queue, organizationId);
  return unfinished;
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
