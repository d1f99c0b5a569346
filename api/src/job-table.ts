import type { JobEntry } from './jobs/job.ts';
import { organizationJobs } from './jobs/organization-job.ts';
import { deliverMailJob, type MailJobContext } from './mail/deliver-job.ts';
import { cancelTurns } from './pipeline/cancel/cancel-turns.ts';
import { deleteDatasetJob } from './pipeline/cleanup/delete-dataset-job.ts';
import { deleteOrganizationJob } from './pipeline/cleanup/delete-organization-job.ts';
import { purgeArchiveJob } from './pipeline/cleanup/purge-archive-job.ts';
import { purgeFilesJob } from './pipeline/cleanup/purge-files-job.ts';
import { ingestTurns } from './pipeline/ingest/ingest-turns.ts';
import { unpackTurns } from './pipeline/inside/unpack-turns.ts';
import { buildGraphJob } from './pipeline/indexing/build-graph-job.ts';
import { foldIndexJob } from './pipeline/indexing/fold-index-job.ts';
import { indexDocumentsJob } from './pipeline/indexing/index-documents-job.ts';
import { locateChunksJob } from './pipeline/locate/locate-chunks-job.ts';
import { ocrTurns } from './pipeline/ocr/lane/ocr-turns.ts';
import type { PipelineJobContext } from './pipeline/pipeline-context.ts';
import { embedDatasetJob } from './pipeline/model-change/embed-dataset-job.ts';
import { purgeDocumentsJob } from './pipeline/removal/purge-documents-job.ts';
import { reprocessTurns } from './pipeline/reprocess/reprocess-turns.ts';
import { sweepOriginalsJob } from './pipeline/originals/sweep-originals-job.ts';
import { processTurns } from './pipeline/process/process-turns.ts';
import { testRunJob, type TestRunJobContext } from './test-sets/runs/test-run-job.ts';

const PIPELINE_QUEUES: readonly JobEntry<PipelineJobContext>[] = [
  ingestTurns,
  unpackTurns,
  processTurns,
  cancelTurns,
  reprocessTurns,
  ocrTurns,
  buildGraphJob,
  purgeFilesJob,
];

/** Jobs at which organizations take turns. */
const PIPELINE_ORGANIZATION_JOBS = [
  foldIndexJob,
  indexDocumentsJob,
  purgeArchiveJob,
  sweepOriginalsJob,
  purgeDocumentsJob,
  deleteDatasetJob,
  deleteOrganizationJob,
  locateChunksJob,
  embedDatasetJob,
];

export const PIPELINE_JOBS: readonly JobEntry<PipelineJobContext>[] = [
  ...PIPELINE_QUEUES,
  organizationJobs(PIPELINE_ORGANIZATION_JOBS),
];

/** All jobs: their queues are created, and their workers started, from this table. */
export const JOBS: readonly JobEntry<MailJobContext & PipelineJobContext & TestRunJobContext>[] = [
  deliverMailJob,
  ...PIPELINE_QUEUES,
  organizationJobs<PipelineJobContext & TestRunJobContext>([
    ...PIPELINE_ORGANIZATION_JOBS,
    testRunJob,
  ]),
];
