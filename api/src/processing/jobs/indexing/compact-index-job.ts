import * as v from 'valibot';

import type { Database } from '../../../platform/database/database.ts';
import { defineJob } from '../../../jobs/job.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { PipelineJobContext } from '../../context/pipeline-context.ts';
import { createGraphs } from './build-graph-job.ts';
import { compactIndex, OBSOLETE_FACTOR, PARTS_FEW } from './compact-index.ts';

/** Folds the index of a dataset, which may have grown large. */
export const compactIndexJob = defineJob({
  name: 'fold-index',
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()), datasetId: v.string() }),
  due: ({ pipeline }: PipelineJobContext) => resumeCompaction(pipeline.database, pipeline.queue),
  handle: async ({ pipeline }: PipelineJobContext, { organizationId, datasetId }, slice) => {
    const isDone = await compactIndex(pipeline, organizationId, datasetId, slice);
    if (!isDone) return { repeatAfterSeconds: 0 };
    await createGraphs(pipeline, { dataset: { organizationId, datasetId } });
    return undefined;
  },
});

/**
 * Sends a job for each dataset that has documents in no segment, as after a crash, or segments most of
 * whose documents were deleted or changed.
 */
export async function resumeCompaction(database: Database, queue: Queue): Promise<void> {
  const waiting = await database.query<{ organizationId: string; datasetId: string }>(
    `WITH parts AS MATERIALIZED (
       SELECT DISTINCT organization_id, dataset_id FROM search_parts
     ), segments AS MATERIALIZED (
       SELECT organization_id, dataset_id, sum(documents) AS documents FROM search_segments
       WHERE ready GROUP BY organization_id, dataset_id
     )
     SELECT organization_id AS "organizationId", dataset_id AS "datasetId" FROM parts
     UNION
     SELECT s.organization_id, s.dataset_id FROM segments s
     JOIN dataset_counts c ON c.organization_id = s.organization_id AND c.dataset_id = s.dataset_id
     WHERE s.documents > $1 * (c.chunked + c.embedded + c.embedding_error) + $2`,
    [OBSOLETE_FACTOR, PARTS_FEW],
  );
  for (const dataset of waiting) await compactIndexJob.send(queue, dataset);
}

/** Segments that a crash left incomplete. */
export async function cleanUpSegments(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM search_segments WHERE NOT ready AND created_at < now() - interval '1 hour'`,
  );
}
