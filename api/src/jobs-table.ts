import type { JobEntry } from './jobs/job.ts';
import { moveEarlierJobs } from './jobs/earlier-jobs.ts';
import { dueSteps, type Step } from './jobs/steps.ts';
import { WEBHOOK_STEPS, type WebhookContext } from './integrations/webhooks/sending/open-sender.ts';
import { PURGE_STEPS, type RetentionContext } from './operations/retention/purge-expired.ts';
import { CLEAN_UP_STEPS } from './processing/clean-up-steps.ts';
import { deliverMailJob, type MailJobContext } from './operations/mail/deliver-job.ts';
import { cancelJob } from './processing/jobs/cancel/cancel-job.ts';
import { deleteDatasetJob } from './processing/jobs/purge/delete-dataset-job.ts';
import { deleteOrganizationJob } from './processing/jobs/purge/delete-organization-job.ts';
import { purgeArchiveJob } from './processing/jobs/purge/purge-archive-job.ts';
import { purgeFilesJob } from './processing/jobs/originals/purge-files-job.ts';
import { ingestJob } from './processing/jobs/merge/ingest-job.ts';
import { unpackJob } from './processing/jobs/unpack/unpack-job.ts';
import { findDuplicatesJob } from './processing/jobs/duplicates/find-duplicates-job.ts';
import { signDocumentsJob } from './processing/jobs/duplicates/sign-documents-job.ts';
import { buildGraphJob } from './processing/jobs/indexing/build-graph-job.ts';
import { compactIndexJob } from './processing/jobs/indexing/compact-index-job.ts';
import { indexDocumentsJob } from './processing/jobs/indexing/index-documents-job.ts';
import { locateChunksJob } from './processing/jobs/locate/locate-chunks-job.ts';
import { ocrJob } from './processing/jobs/ocr/ocr-job.ts';
import type { PipelineJobContext } from './processing/context/pipeline-context.ts';
import { embedChangedJob } from './processing/jobs/model-change/embed-changed-job.ts';
import { embedDatasetJob } from './processing/jobs/model-change/embed-dataset-job.ts';
import { moveDocumentsJob } from './processing/jobs/move/move-documents-job.ts';
import { purgeDocumentsJob } from './processing/jobs/purge/purge-documents-job.ts';
import { reprocessJob } from './processing/jobs/reprocess/reprocess-job.ts';
import { purgeOriginalsJob } from './processing/jobs/originals/purge-originals-job.ts';
import { expireVersionsJob } from './processing/jobs/versions/expire-versions-job.ts';
import { processJob } from './processing/jobs/process/process-job.ts';
import { deleteSourceJob } from './integrations/sources/delete-source-job.ts';
import { SOURCE_STEPS } from './integrations/sources/open-sources.ts';
import { sourceRunJob, type SourceJobContext } from './integrations/sources/runs/source-run-job.ts';
import { testRunJob, type TestRunJobContext } from './content/test-sets/runs/test-run-job.ts';

export const PIPELINE_JOBS: readonly JobEntry<PipelineJobContext>[] = [
  ingestJob,
  unpackJob,
  processJob,
  cancelJob,
  reprocessJob,
  ocrJob,
  buildGraphJob,
  purgeFilesJob,
  compactIndexJob,
  indexDocumentsJob,
  purgeArchiveJob,
  purgeOriginalsJob,
  purgeDocumentsJob,
  moveDocumentsJob,
  deleteDatasetJob,
  deleteOrganizationJob,
  locateChunksJob,
  signDocumentsJob,
  findDuplicatesJob,
  embedDatasetJob,
  expireVersionsJob,
  embedChangedJob,
];

/** Jobs of sources. */
export const SOURCE_JOBS: readonly JobEntry<SourceJobContext>[] = [sourceRunJob, deleteSourceJob];

/** All jobs: their workers are started from this table. */
export const JOBS: readonly JobEntry<
  MailJobContext & PipelineJobContext & SourceJobContext & TestRunJobContext
>[] = [deliverMailJob, ...PIPELINE_JOBS, ...SOURCE_JOBS, testRunJob];

export const PIPELINE_STEPS: readonly Step<PipelineJobContext>[] = [
  ...CLEAN_UP_STEPS,
  ...dueSteps(PIPELINE_JOBS),
  {
    // During an upgrade, a server of an earlier release leaves some when it stops.
    name: 'earlier-jobs',
    everySeconds: 60,
    run: ({ pipeline }) => moveEarlierJobs(pipeline.database),
  },
];

/** What each process does at its start and from time to time: the jobs that are due, clean-up, retention, webhooks. */
export const STEPS: readonly Step<
  PipelineJobContext & RetentionContext & SourceJobContext & WebhookContext
>[] = [
  ...PIPELINE_STEPS,
  ...dueSteps(SOURCE_JOBS),
  ...SOURCE_STEPS,
  ...PURGE_STEPS,
  ...WEBHOOK_STEPS,
];
