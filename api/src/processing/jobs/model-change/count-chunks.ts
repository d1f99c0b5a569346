import type { Database } from '../../../platform/database/database.ts';
import { inBatches } from '../../rows/in-batches.ts';
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
      const documents = await tx.query<{ id: string; path: string }>(
        `SELECT id, path FROM documents
         WHERE organization_id = $1 AND dataset_id = $2 AND status = 'embedded' AND path > $3
         ORDER BY path LIMIT $4`,
        [organizationId, datasetId, after, size],
      );
      const [row] = await tx.query<{ done: number; total: number }>(
        `SELECT (SELECT count(*) FROM chunks
             WHERE organization_id = $1 AND document_id = ANY ($2::uuid[])) AS total,
           (SELECT coalesce(sum(count), 0)::bigint FROM vector_segments
             WHERE organization_id = $1 AND document_id = ANY ($2::uuid[]) AND model_id = $3) AS done`,
        [organizationId, documents.map(({ id }) => id), modelId],
      );
      done += row?.done ?? 0;
      total += row?.total ?? 0;
      return documents.at(-1)?.path;
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
