import * as v from 'valibot';

import type { Queryable } from '../../../platform/database/database.ts';
import { defineJob } from '../../../jobs/job.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';

/** Purges stored files that no row names any more. */
export const purgeFilesJob = defineJob({
  name: 'remove-archive-files',
  /** Keys of stored files: ids of archives, and keys of failed documents' bytes. */
  payload: v.object({ archiveIds: v.array(v.string()) }),
  slots: { perProcess: 1, perOrganization: 1 },
  handle: async ({ pipeline }: PipelineJobContext, { archiveIds }) => {
    for (const key of archiveIds) await pipeline.storage.remove(key);
  },
});

/** Sends a job that purges these files, if there are any. */
export async function purgeFilesLater(
  queue: Queue,
  tx: Queryable,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await purgeFilesJob.send(queue, { archiveIds: [...keys] }, { tx });
}
