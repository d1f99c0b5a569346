import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import { inSlice } from '../../rows/in-slice.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { deleteDatasetRows } from './delete-dataset-rows.ts';

/** Deletes the rows of a dataset that a person deleted, which hid it. */
export const deleteDatasetJob = defineJob({
  name: 'remove-dataset',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()), datasetId: v.string() }),
  due: ({ pipeline }: PipelineJobContext) => resumeDeletingDatasets(pipeline),
  handle: ({ pipeline }: PipelineJobContext, dataset, slice) =>
    inSlice(pipeline.database, slice, (database) =>
      deleteDatasetRows({ ...pipeline, database }, dataset),
    ),
});

/** Sends the jobs of datasets that were deleted and still have rows. */
async function resumeDeletingDatasets({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const datasets = await database.query<{ organizationId: string; datasetId: string }>(
    `SELECT organization_id AS "organizationId", id AS "datasetId" FROM datasets WHERE removed_at IS NOT NULL`,
  );
  for (const dataset of datasets) await deleteDatasetJob.send(queue, dataset);
}
