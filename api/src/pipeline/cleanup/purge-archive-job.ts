import * as v from 'valibot';

import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import { JOB_TIMEOUT_SECONDS, type PipelineJobContext } from '../pipeline-context.ts';
import { finalizeArchives } from './finalize-archives.ts';

/** Purges an archive that a person deleted, once none of its documents is in work. */
export const purgeArchiveJob = defineJob({
  name: 'purge-archive',
  payload: v.object({ organizationId: v.string(), archiveId: v.string() }),
  concurrency: 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, { organizationId, archiveId }) =>
    finalizeArchives(pipeline, organizationId, [archiveId]),
});
