import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import { inSlice } from '../../rows/in-slice.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import { deleteOrganizationRows } from './delete-dataset-rows.ts';

/** Deletes the rows of an organization that a user deleted, with all of its datasets. */
export const deleteOrganizationJob = defineJob({
  name: 'remove-organization',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  handle: ({ pipeline }: PipelineJobContext, { organizationId }, slice) =>
    inSlice(pipeline.database, slice, (database) =>
      deleteOrganizationRows({ ...pipeline, database }, organizationId),
    ),
});
