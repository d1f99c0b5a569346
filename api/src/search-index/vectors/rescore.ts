import type { Queryable } from '../../platform/database/database.ts';
import { vectorOfBytes } from './vector-bytes.ts';
import { unitOf } from './segment.ts';

/** A chunk, by its document and its number, and the model that found it. */
export interface Candidate {
  documentId: string;
  number: number;
  modelId: string;
}

export interface ScoredChunk {
  documentId: string;
  /** The attempt that made the document's chunks. */
  attempt: string;
  number: number;
  /** The cosine of the angle between the query and the chunk. */
  score: number;
}

interface Row {
  id: string;
  attempt: string | null;
  number: number;
  model: string;
  vector: Uint8Array;
  embedded: boolean;
}

/** Chunks whose vectors are read by one statement. */
const BATCH = 100;

/**
 * Returns those candidates that are chunks of embedded documents of the datasets, with exact scores, best
 * first; and the documents that have no vectors any more. The queries, by model, have length 1.
 */
export async function rescore(
  tx: Queryable,
  organizationId: string,
  datasetIds: readonly string[],
  queries: ReadonlyMap<string, Float32Array>,
  candidates: readonly Candidate[],
): Promise<{ chunks: ScoredChunk[]; gone: Set<string> }> {
  const chunks: ScoredChunk[] = [];
  const gone = new Set(candidates.map(({ documentId }) => documentId));
  for (let at = 0; at < candidates.length; at += BATCH) {
    const batch = candidates.slice(at, at + BATCH);
    const rows = await tx.query<Row>(
      `WITH found AS MATERIALIZED (
         SELECT c.*, d.chunk_attempt AS attempt,
           d.status = 'embedded' AND (d.off_chunks IS NULL OR c.number <> ALL (d.off_chunks)) AS embedded
         FROM unnest($3::uuid[], $4::integer[], $5::uuid[]) AS c (id, number, model)
         JOIN documents d ON d.organization_id = $1 AND d.id = c.id AND d.dataset_id = ANY ($2::uuid[])
       )
       SELECT c.id, c.attempt, c.number, c.model, v.vector, c.embedded
       FROM found c JOIN chunk_vectors v ON v.organization_id = $1 AND v.document_id = c.id
         AND v.model_id = c.model AND v.number = c.number`,
      [
        organizationId,
        datasetIds,
        batch.map(({ documentId }) => documentId),
        batch.map(({ number }) => number),
        batch.map(({ modelId }) => modelId),
      ],
    );
    for (const { id, attempt, number, model, vector, embedded } of rows) {
      gone.delete(id);
      const query = queries.get(model);
      if (!embedded || query === undefined) continue;
      const score = dot(unitOf(vectorOfBytes(vector)), query);
      chunks.push({ documentId: id, attempt: attempt ?? '', number, score });
    }
  }
  return { chunks: chunks.sort((a, b) => b.score - a.score), gone };
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.length === b.length ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : -1;
