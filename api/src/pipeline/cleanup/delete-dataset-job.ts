import * as v from 'valibot';

import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import { JOB_TIMEOUT_SECONDS, type PipelineJobContext } from '../pipeline-context.ts';
import { deleteDatasetRows } from './delete-dataset-rows.ts';

/** Deletes the rows of a dataset that a person deleted, which hid it. */
export const deleteDatasetJob = defineJob({
  name: 'remove-dataset',
  payload: v.object({ organizationId: v.string(), datasetId: v.string() }),
  concurrency: 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, dataset) => deleteDatasetRows(pipeline, dataset),
});
