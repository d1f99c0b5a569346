import * as v from 'valibot';

import type { Database } from '../../database/database.ts';
import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { PipelineJobContext } from '../pipeline-context.ts';
import { foldIndex } from './fold-index.ts';

const TIMEOUT_SECONDS = 60 * 60;

/** Folds the index of a dataset. */
export const foldIndexJob = defineJob({
  name: 'fold-index',
  payload: v.object({ organizationId: v.string(), datasetId: v.string() }),
  concurrency: 1,
  retries: retryUntilDone(TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, { organizationId, datasetId }) =>
    foldIndex(pipeline, organizationId, datasetId),
});

/** Sends a job for each dataset whose documents are in no segment, as after a crash. */
export async function resumeFolding(database: Database, queue: Queue): Promise<void> {
  const waiting = await database.query<{ organizationId: string; datasetId: string }>(
    `SELECT DISTINCT organization_id AS "organizationId", dataset_id AS "datasetId" FROM search_parts`,
  );
  for (const dataset of waiting) await foldIndexJob.send(queue, dataset);
}

/** Segments that a crash left incomplete. */
export async function cleanUpSegments(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM search_segments WHERE NOT ready AND created_at < now() - interval '1 hour'`,
  );
}
