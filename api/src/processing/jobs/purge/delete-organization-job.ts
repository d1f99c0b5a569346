import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import { inSlice } from '../../rows/in-slice.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { deleteOrganizationRows } from './delete-dataset-rows.ts';

/** Deletes the rows of an organization that a user deleted, with all of its datasets. */
export const deleteOrganizationJob = defineJob({
  name: 'remove-organization',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  due: ({ pipeline }: PipelineJobContext) => resumeDeletingOrganizations(pipeline),
  handle: ({ pipeline }: PipelineJobContext, { organizationId }, slice) =>
    inSlice(pipeline.database, slice, (database) =>
      deleteOrganizationRows({ ...pipeline, database }, organizationId),
    ),
});

/** Sends the jobs of organizations that were deleted and still have rows. */
async function resumeDeletingOrganizations({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const organizations = await database.query<{ organizationId: string }>(
    `SELECT id AS "organizationId" FROM organizations WHERE deleted_at IS NOT NULL`,
  );
  for (const organization of organizations) await deleteOrganizationJob.send(queue, organization);
}
