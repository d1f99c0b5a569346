import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { createGraphs } from '../indexing/build-graph-job.ts';
import { embedDataset } from './embed-dataset.ts';
import type { DatasetRun } from './read-outdated.ts';

/** Embeds the chunks of a dataset that have no vectors of the settings' model, and switches over to it. */
export const embedDatasetJob = defineJob({
  name: 'embed-dataset',
  payload: v.object({
    organizationId: v.pipe(v.string(), v.uuid()),
    datasetId: v.string(),
    modelId: v.string(),
    run: v.string(),
  }),
  due: ({ pipeline }: PipelineJobContext) => sendOutdatedDatasets(pipeline),
  handle: async ({ pipeline }: PipelineJobContext, run, slice) => {
    const repeat = await embedDataset(pipeline, run, slice);
    // Before searches switch over to the model.
    await createGraphs(pipeline, { dataset: run });
    return repeat;
  },
});

const DATASETS_PER_BATCH = 200;

/**
 * Datasets whose vectors are not those of the model, from the dataset `$2` on. A job of an earlier run
 * ends.
 */
const RUN_SQL = `INSERT INTO dataset_models AS d (organization_id, dataset_id, model_id, active, complete, run)
  SELECT c.organization_id, c.dataset_id, $1, NOT EXISTS (SELECT FROM dataset_models o
      WHERE o.organization_id = c.organization_id AND o.dataset_id = c.dataset_id AND o.active), false,
    gen_random_uuid()
  FROM dataset_counts c
  WHERE c.embedded > 0 AND c.dataset_id > $2 AND (
    NOT EXISTS (SELECT FROM dataset_models m WHERE m.organization_id = c.organization_id
      AND m.dataset_id = c.dataset_id AND m.model_id = $1 AND m.complete)
    OR EXISTS (SELECT FROM dataset_models m WHERE m.organization_id = c.organization_id
      AND m.dataset_id = c.dataset_id AND m.model_id <> $1))
  ORDER BY c.dataset_id LIMIT $3
  ON CONFLICT (organization_id, dataset_id, model_id) DO UPDATE SET run = excluded.run
  RETURNING d.organization_id AS "organizationId", d.dataset_id AS "datasetId",
    d.model_id AS "modelId", d.run`;

/** Sends a job for each dataset whose vectors are not all of the settings' model, and of no other. */
export async function sendOutdatedDatasets({
  database,
  queue,
  model,
}: Pick<PipelineContext, 'database' | 'queue' | 'model'>): Promise<void> {
  if (model === undefined) return;
  let after = '00000000-0000-0000-0000-000000000000';
  for (let size = DATASETS_PER_BATCH; size === DATASETS_PER_BATCH;) {
    size = await database.transaction(async (tx) => {
      const runs = await tx.query<DatasetRun>(RUN_SQL, [model.id, after, DATASETS_PER_BATCH]);
      await embedDatasetJob.sendMany(queue, tx, runs);
      after =
        runs
          .map(({ datasetId }) => datasetId)
          .sort()
          .at(-1) ?? after;
      return runs.length;
    });
  }
}
