import * as v from 'valibot';

import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import { JOB_TIMEOUT_SECONDS, type PipelineJobContext } from '../pipeline-context.ts';
import { ingestArchive } from './ingest-archive.ts';

/** Makes the files of an uploaded archive documents. */
export const ingestArchiveJob = defineJob({
  name: 'ingest-archive',
  payload: v.object({ organizationId: v.string(), archiveId: v.string() }),
  // A later archive of the same dataset must win.
  concurrency: 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, archive) => ingestArchive(pipeline, archive),
});
