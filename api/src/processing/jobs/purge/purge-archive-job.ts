import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import { inSlice } from '../../rows/in-slice.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import { finalizeArchives } from './finalize-archives.ts';

/** Purges an archive that a person deleted, once none of its documents is in progress. */
export const purgeArchiveJob = defineJob({
  name: 'purge-archive',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()), archiveId: v.string() }),
  handle: ({ pipeline }: PipelineJobContext, { organizationId, archiveId }, slice) =>
    inSlice(pipeline.database, slice, (database) =>
      finalizeArchives({ ...pipeline, database }, organizationId, [archiveId]),
    ),
});
