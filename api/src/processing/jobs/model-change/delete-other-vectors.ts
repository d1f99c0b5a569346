import type { Database } from '../../../platform/database/database.ts';
import type { DatasetRun } from './read-outdated.ts';

const SEGMENTS_PER_BATCH = 100;
/** Vectors of a batch: requests to the embedded database wait for it. */
const VECTORS_PER_BATCH = 1000;

/** Deletes a batch of the vectors of other models; returns whether there was anything to delete. */
export function deleteOtherVectors(
  database: Database,
  { organizationId, datasetId, modelId }: DatasetRun,
): Promise<boolean> {
  return database.tenant(organizationId, async (tx) => {
    const [other] = await tx.query<{ id: string }>(
      `SELECT model_id AS id FROM dataset_models
       WHERE organization_id = $1 AND dataset_id = $2 AND model_id <> $3 AND NOT active LIMIT 1`,
      [organizationId, datasetId, modelId],
    );
    if (other === undefined) return false;
    const deleted = await tx.query(
      `WITH old AS MATERIALIZED (
         SELECT document_id, first, count, sum(count) OVER (ORDER BY version, document_id, first) AS so_far
         FROM (
           SELECT document_id, first, count, version FROM vector_segments
           WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3
           ORDER BY version, document_id, first LIMIT $4
         ) s
       ), bounded AS MATERIALIZED (
         SELECT document_id, first, count FROM old WHERE so_far - count < $5
       ), vectors AS (
         DELETE FROM chunk_vectors v USING bounded b
         WHERE v.organization_id = $1 AND v.document_id = b.document_id AND v.model_id = $3
           AND v.number >= b.first AND v.number < b.first + b.count
       )
       DELETE FROM vector_segments s USING bounded b
       WHERE s.organization_id = $1 AND s.document_id = b.document_id AND s.model_id = $3
         AND s.first = b.first
       RETURNING s.first`,
      [organizationId, datasetId, other.id, SEGMENTS_PER_BATCH, VECTORS_PER_BATCH],
    );
    if (deleted.length === 0) {
      await tx.query(
        'DELETE FROM dataset_models WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3',
        [organizationId, datasetId, other.id],
      );
    }
    return true;
  });
}
