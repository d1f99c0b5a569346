import type { Database } from '../../../platform/database/database.ts';
import { contentWriter, writeContents } from '../../../platform/database/write-contents.ts';
import {
  modelParameters,
  modelSubquery,
  vectorRows,
  withVersion,
  type VectorPiece,
} from '../../../search-index/vectors/write-vectors.ts';
import type { Outdated, DatasetRun } from './read-outdated.ts';

/** Documents that were processed anew since have vectors of the model already, or will. */
export const OURS = `ours AS MATERIALIZED (
    SELECT d.id, d.dataset_id FROM documents d
    JOIN unnest($2::uuid[], $3::uuid[]) AS t (id, attempt) ON t.id = d.id
    WHERE d.organization_id = $1 AND d.status = 'embedded' AND d.attempt IS NOT DISTINCT FROM t.attempt
    ORDER BY d.id FOR UPDATE OF d
  )`;

/** Writes vectors and how far the run has come, in one transaction. */
export async function saveVectors(
  database: Database,
  { organizationId, datasetId, modelId, run }: DatasetRun,
  { after, documents, chunks, isWhole }: Outdated,
  pieces: readonly VectorPiece[],
  refused: readonly string[],
): Promise<void> {
  const last = documents.findIndex(({ id }) => id === chunks.at(-1)?.documentId);
  const isRefused = refused.includes(documents[last]?.id ?? '');
  const reached = isWhole ? documents.length - 1 : isRefused ? last : last - 1;
  const written = documents.filter(({ id }) => pieces.some((piece) => piece.documentId === id));
  await database.tenant(organizationId, async (tx) => {
    if (pieces.length > 0) {
      await writeContents(contentWriter(database, tx), {
        subqueries: `${OURS}, ${modelSubquery('ours', 4)}`,
        select: withVersion('ours'),
        parameters: [
          organizationId,
          written.map(({ id }) => id),
          written.map(({ attempt }) => attempt),
          ...modelParameters(modelId, pieces),
        ],
        contents: vectorRows(modelId, pieces),
      });
    }
    await tx.query(
      `UPDATE dataset_models SET after_path = $6, done = done + $7
       WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3 AND run = $4
         AND after_path = $5 AND NOT complete`,
      [
        organizationId,
        datasetId,
        modelId,
        run,
        after,
        documents[reached]?.path ?? after,
        chunks.length,
      ],
    );
  });
}

/**
 * Has searches use the model, unless a document without vectors of it was added since the run came to
 * `after`.
 */
export async function switchModel(
  database: Database,
  { organizationId, datasetId, modelId, run }: DatasetRun,
  after: string,
): Promise<void> {
  await database.tenant(organizationId, async (tx) => {
    const complete = await tx.query(
      `UPDATE dataset_models SET complete = true, active = true
       WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3 AND run = $4 AND after_path = $5
       RETURNING model_id`,
      [organizationId, datasetId, modelId, run, after],
    );
    if (complete.length === 0) return;
    await tx.query(
      `UPDATE dataset_models SET active = false
       WHERE organization_id = $1 AND dataset_id = $2 AND model_id <> $3`,
      [organizationId, datasetId, modelId],
    );
  });
}
