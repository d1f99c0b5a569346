import * as v from 'valibot';

import type { Database, Queryable } from '../../database/database.ts';
import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { JOB_TIMEOUT_SECONDS, type PipelineJobContext } from '../pipeline-context.ts';
import { sweepOriginals } from './sweep-originals.ts';

/** Indexes an organization's original bytes, and purges those that no document needs any more. */
export const sweepOriginalsJob = defineJob({
  name: 'sweep-originals',
  payload: v.object({ organizationId: v.string() }),
  concurrency: 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, { organizationId }) =>
    sweepOriginals(pipeline, organizationId),
});

export async function sweepOriginalsLater(
  queue: Queue,
  tx: Queryable,
  organizationId: string,
): Promise<void> {
  await sweepOriginalsJob.send(queue, { organizationId }, { tx });
}

/** Sends a job for each organization with files to sweep, as after a crash or a failure. */
export async function resumeSweeping(database: Database, queue: Queue): Promise<void> {
  const waiting = await database.query<{ organizationId: string }>(
    `SELECT DISTINCT organization_id AS "organizationId" FROM original_files WHERE stale OR NOT indexed`,
  );
  for (const organization of waiting) await sweepOriginalsJob.send(queue, organization);
}
