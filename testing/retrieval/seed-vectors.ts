import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { bytesOfVector } from '@carrel/api/src/search-index/vectors/vector-bytes.ts';
import { contentWriter, writeContents } from '@carrel/api/src/platform/database/write-contents.ts';
import {
  modelParameters,
  modelSubquery,
  vectorRows,
  withVersion,
} from '@carrel/api/src/search-index/vectors/write-vectors.ts';

export interface SeededDocument {
  id: string;
  /** One for each chunk. */
  vectors: readonly Float32Array[];
}

/** Writes embedded documents with chunks and vectors; documents that are there get new ones. */
export async function seedVectors(
  database: Database,
  {
    organizationId,
    datasetId,
    modelId,
  }: Record<'organizationId' | 'datasetId' | 'modelId', string>,
  documents: readonly SeededDocument[],
): Promise<void> {
  const ids = documents.map(({ id }) => id);
  await database.tenant(organizationId, async (tx) => {
    await tx.query(
      `INSERT INTO documents (id, organization_id, dataset_id, path, folder, name, sort_name, size)
       SELECT id, $1, $2, id::text, '', id::text, id::text, 1 FROM unnest($3::uuid[]) AS id
       ON CONFLICT (organization_id, id) DO NOTHING`,
      [organizationId, datasetId, ids],
    );
    await tx.query(
      'DELETE FROM chunks WHERE organization_id = $1 AND document_id = ANY ($2::uuid[])',
      [organizationId, ids],
    );
    await tx.query(
      `INSERT INTO chunks (organization_id, document_id, number, text)
       SELECT $1, d.id, number, 'Text'
       FROM unnest($2::uuid[], $3::integer[]) AS d (id, chunks), generate_series(0, d.chunks - 1) AS number
       ON CONFLICT (organization_id, document_id, number) DO NOTHING`,
      [organizationId, ids, documents.map(({ vectors }) => vectors.length)],
    );
    const pieces = documents.map(({ id, vectors }) => ({
      documentId: id,
      first: 0,
      vectors: vectors.map(bytesOfVector),
    }));
    await writeContents(contentWriter(database, tx), {
      subqueries: `ours AS (
        SELECT id, dataset_id FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[])
      ), ${modelSubquery('ours', 3)}`,
      select: withVersion('ours'),
      parameters: [organizationId, ids, ...modelParameters(modelId, pieces)],
      contents: vectorRows(modelId, pieces),
    });
    await tx.query(
      `UPDATE documents SET status = 'embedded' WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
      [organizationId, ids],
    );
  });
}
