import * as v from 'valibot';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { defineJob } from '../../../jobs/job.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import { purgeOriginals } from './purge-originals.ts';

/** Indexes an organization's original bytes, and purges those that no document needs any more. */
export const purgeOriginalsJob = defineJob({
  name: 'sweep-originals',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  due: ({ pipeline }: PipelineJobContext) => resumePurging(pipeline.database, pipeline.queue),
  handle: async ({ pipeline }: PipelineJobContext, { organizationId }, slice) => {
    const isDone = await purgeOriginals(pipeline, organizationId, slice);
    return isDone ? undefined : { repeatAfterSeconds: 0 };
  },
});

export async function purgeOriginalsLater(
  queue: Queue,
  tx: Queryable,
  organizationId: string,
): Promise<void> {
  await purgeOriginalsJob.send(queue, { organizationId }, { tx });
}

/** The same if a file of the organization may be needed no more, as once a worker has read a document. */
export async function purgeStaleOriginals(
  database: Database,
  queue: Queue,
  organizationId: string,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    const stale = await tx.query(
      'SELECT FROM original_files WHERE organization_id = $1 AND stale LIMIT 1',
      [organizationId],
    );
    if (stale.length > 0) await purgeOriginalsLater(queue, tx, organizationId);
  });
}

/** Sends a job for each organization with files to purge, as after a crash or a failure. */
export async function resumePurging(database: Database, queue: Queue): Promise<void> {
  const waiting = await database.query<{ organizationId: string }>(
    `SELECT DISTINCT organization_id AS "organizationId" FROM original_files WHERE stale OR NOT indexed`,
  );
  for (const organization of waiting) await purgeOriginalsJob.send(queue, organization);
}
