import type { ContentRows } from '../../platform/database/write-contents.ts';
import { segmentOf } from './segment.ts';

/** Vectors of a document's chunks from the number `first` on, as the database stores them. */
export interface VectorPiece {
  documentId: string;
  first: number;
  vectors: readonly Uint8Array[];
}

/**
 * Returns a subquery that numbers a change of the vectors of the datasets of those documents in the subquery
 * `documents` (id, dataset_id) that have some: `of_models` (dataset_id, version), for a statement whose `$1` is the
 * organization. The parameters of `modelParameters` are those from `$at` on.
 */
export function modelSubquery(documents: string, at: number): string {
  const [model, ids] = [`$${at}`, `$${at + 1}`];
  return `of_models AS (
    INSERT INTO dataset_models AS m (organization_id, dataset_id, model_id, active, complete)
    SELECT $1, t.dataset_id, ${model}::uuid,
      NOT EXISTS (SELECT FROM dataset_models o
        WHERE o.organization_id = $1 AND o.dataset_id = t.dataset_id AND o.active),
      NOT EXISTS (SELECT FROM documents e
        WHERE e.organization_id = $1 AND e.dataset_id = t.dataset_id AND e.status = 'embedded')
    FROM (SELECT DISTINCT dataset_id FROM ${documents} WHERE id = ANY (${ids}::uuid[])) t
    ORDER BY t.dataset_id
    ON CONFLICT (organization_id, dataset_id, model_id) DO UPDATE SET version = m.version + 1
    RETURNING m.dataset_id, m.version
  )`;
}

/** Returns the parameters of `modelSubquery`. Without a model there are no vectors. */
export const modelParameters = (
  modelId: string | undefined,
  pieces: readonly VectorPiece[],
): unknown[] => [modelId ?? null, filledOf(pieces).map(({ documentId }) => documentId)];

/** Selects the documents of the subquery `documents` with the number of `modelSubquery`. */
export const withVersion = (documents: string): string =>
  `SELECT t.id, t.dataset_id, m.version FROM ${documents} t LEFT JOIN of_models m ON m.dataset_id = t.dataset_id`;

/** The rows of vectors, and of the segments that are searched. */
export function vectorRows(
  modelId: string | undefined,
  pieces: readonly VectorPiece[],
): ContentRows[] {
  const filled = filledOf(pieces);
  const rows = filled.flatMap(({ documentId, first, vectors }) =>
    vectors.map((vector, index) => ({ documentId, number: first + index, vector })),
  );
  return [
    {
      isEmpty: rows.length === 0,
      write: (
        documents,
        at,
      ) => `INSERT INTO chunk_vectors (organization_id, document_id, model_id, number, vector)
        SELECT $1, d.id, $${at}::uuid, v.number, decode(v.vector, 'base64')
        FROM unnest($${at + 1}::uuid[], $${at + 2}::integer[], $${at + 3}::text[]) AS v (id, number, vector)
        JOIN ${documents} d ON d.id = v.id
        ON CONFLICT (organization_id, document_id, model_id, number) DO UPDATE SET vector = excluded.vector`,
      parameters: [
        modelId ?? null,
        rows.map(({ documentId }) => documentId),
        rows.map(({ number }) => number),
        rows.map(({ vector }) => base64(vector)),
      ],
    },
    {
      isEmpty: filled.length === 0,
      write: (documents, at) => `INSERT INTO vector_segments
          (organization_id, dataset_id, document_id, model_id, first, count, version, data)
        SELECT $1, d.dataset_id, d.id, $${at}::uuid, s.first, s.count, d.version, decode(s.data, 'base64')
        FROM unnest($${at + 1}::uuid[], $${at + 2}::integer[], $${at + 3}::integer[], $${at + 4}::text[])
          AS s (id, first, count, data)
        JOIN ${documents} d ON d.id = s.id
        ON CONFLICT (organization_id, document_id, model_id, first)
        DO UPDATE SET count = excluded.count, version = excluded.version, data = excluded.data`,
      parameters: [
        modelId ?? null,
        filled.map(({ documentId }) => documentId),
        filled.map(({ first }) => first),
        filled.map(({ vectors }) => vectors.length),
        filled.map(({ vectors }) => base64(segmentOf(vectors))),
      ],
    },
  ];
}

const filledOf = (pieces: readonly VectorPiece[]) =>
  pieces.filter(({ vectors }) => vectors.length > 0);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * The subquery that notes of other models that a dataset has documents now which they have no vectors of.
 * `documents` (dataset_id) are those that were embedded, `model` the parameter of the model, or NULL.
 */
export const outdateOtherModels = (documents: string, model: string): string => `outdated AS (
    UPDATE dataset_models o SET complete = false, after_path = '', total = 0
    FROM (SELECT DISTINCT dataset_id FROM ${documents}) e
    WHERE o.organization_id = $1 AND o.dataset_id = e.dataset_id
      AND o.model_id IS DISTINCT FROM ${model}::uuid AND (o.complete OR o.after_path <> '')
  )`;
