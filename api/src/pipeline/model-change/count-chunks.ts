import type { Database } from '../../database/database.ts';
import { inBatches } from '../in-batches.ts';
import type { DatasetRun } from './read-outdated.ts';

/** Counts the chunks of a dataset, and those that have vectors of the model, before the run begins. */
export async function countChunks(
  database: Database,
  { organizationId, datasetId, modelId, run }: DatasetRun,
): Promise<void> {
  let [done, total] = [0, 0];
  await inBatches(
    { first: 200, most: 2000 },
    '',
    (work) => database.read(organizationId, work),
    async (tx, after, size) => {
      const [row] = await tx.query<{ last: string | null; done: number; total: number }>(
        `WITH d AS MATERIALIZED (
           SELECT id, path FROM documents
           WHERE organization_id = $1 AND dataset_id = $2 AND status = 'embedded' AND path > $4
           ORDER BY path LIMIT $5
         ) SELECT max(d.path) AS last,
           coalesce(sum((SELECT count(*) FROM chunks c
             WHERE c.organization_id = $1 AND c.document_id = d.id)), 0)::bigint AS total,
           coalesce(sum((SELECT sum(s.count) FROM vector_segments s
             WHERE s.organization_id = $1 AND s.document_id = d.id AND s.model_id = $3)), 0)::bigint AS done
         FROM d`,
        [organizationId, datasetId, modelId, after, size],
      );
      done += row?.done ?? 0;
      total += row?.total ?? 0;
      return row?.last ?? undefined;
    },
  );
  await database.tenant(organizationId, (tx) =>
    tx.query(
      // A dataset without chunks is counted as one, so that it is not counted again.
      `UPDATE dataset_models SET done = $5, total = greatest(1, $6)
       WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3 AND run = $4 AND after_path = ''`,
      [organizationId, datasetId, modelId, run, done, total],
    ),
  );
}
