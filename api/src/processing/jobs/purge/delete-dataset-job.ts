import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import { inSlice } from '../../rows/in-slice.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import { deleteDatasetRows } from './delete-dataset-rows.ts';

/** Deletes the rows of a dataset that a person deleted, which hid it. */
export const deleteDatasetJob = defineJob({
  name: 'remove-dataset',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()), datasetId: v.string() }),
  handle: ({ pipeline }: PipelineJobContext, dataset, slice) =>
    inSlice(pipeline.database, slice, (database) =>
      deleteDatasetRows({ ...pipeline, database }, dataset),
    ),
});
