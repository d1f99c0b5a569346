import type { Queryable } from '../../platform/database/database.ts';

/** A dataset, and how far its vectors of one model are. */
export interface DatasetRow {
  id: string;
  name: string;
  embedded: number;
  /** Documents whose chunks wait for their first vectors. */
  waiting: number;
  /** Null where there are no vectors of the model, and no run that makes them. */
  complete: boolean | null;
  /** A change of the vectors has a new number. */
  version: number | null;
  /** Chunks of a run, and those of them that have vectors; 0 before they are counted. */
  done: number | null;
  total: number | null;
}

/** Where a page of datasets begins: after this name and id. */
export interface DatasetPlace {
  name: string;
  id: string;
}

/** Segments that one statement counts: requests to the embedded database wait for it. */
const SEGMENTS = 5000;
/** Statements for one dataset at most. */
const STATEMENTS = 40;

/** Reads how far the vectors of one organization's datasets are. `tx` is a tenant's transaction. */
export function datasetVectorsOf(tx: Queryable, organizationId: string) {
  return {
    /** Returns datasets by name. Without a model, only their names and documents. */
    list: (modelId: string | undefined, after: DatasetPlace | undefined, limit: number) =>
      tx.query<DatasetRow>(
        `SELECT d.id, d.name, coalesce(c.embedded, 0) AS embedded, coalesce(c.chunked, 0) AS waiting,
           m.complete, m.version, m.done, m.total
         FROM datasets d
         LEFT JOIN dataset_counts c ON c.organization_id = d.organization_id AND c.dataset_id = d.id
         LEFT JOIN dataset_models m ON m.organization_id = d.organization_id AND m.dataset_id = d.id
           AND m.model_id = $2
         WHERE d.organization_id = $1 AND ($3::text IS NULL OR (d.name, d.id) > ($3, $4::uuid))
         ORDER BY d.name, d.id LIMIT $5`,
        [organizationId, modelId ?? null, after?.name ?? null, after?.id ?? null, limit],
      ),

    /** The number of datasets whose vectors of a model are being made. */
    building: async (modelId: string): Promise<number> => {
      const [row] = await tx.query<{ count: number }>(
        `SELECT count(*) AS count FROM dataset_models
         WHERE organization_id = $1 AND model_id = $2 AND NOT complete`,
        [organizationId, modelId],
      );
      return row?.count ?? 0;
    },

    /** The number of a dataset's vectors; undefined for a dataset that is too large to be counted. */
    countVectors: async (datasetId: string, modelId: string): Promise<number | undefined> => {
      let vectors = 0;
      let last = { version: -1, document: '00000000-0000-0000-0000-000000000000', first: -1 };
      for (let statement = 0; statement < STATEMENTS; statement += 1) {
        const [row] = await tx.query<typeof last & { count: number; segments: number }>(
          `SELECT version, document_id AS document, first, count(*) OVER () AS segments,
             (sum(count) OVER ())::bigint AS count
           FROM (
             SELECT version, document_id, first, count FROM vector_segments
             WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3
               AND (version, document_id, first) > ($4, $5, $6)
             ORDER BY version, document_id, first LIMIT ${SEGMENTS}
           ) s ORDER BY version DESC, document_id DESC, first DESC LIMIT 1`,
          [organizationId, datasetId, modelId, last.version, last.document, last.first],
        );
        vectors += row?.count ?? 0;
        if (row === undefined || row.segments < SEGMENTS) return vectors;
        last = row;
      }
      return undefined;
    },
  };
}
