import * as v from 'valibot';

import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import { JOB_TIMEOUT_SECONDS, type PipelineJobContext } from '../pipeline-context.ts';
import { deleteOrganizationRows } from './delete-dataset-rows.ts';

/** Deletes the rows of an organization that a user deleted, with all of its datasets. */
export const deleteOrganizationJob = defineJob({
  name: 'remove-organization',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  concurrency: 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, { organizationId }) =>
    deleteOrganizationRows(pipeline, organizationId),
});
