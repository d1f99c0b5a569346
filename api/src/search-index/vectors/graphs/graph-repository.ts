import type { Database, Queryable } from '../../../platform/database/database.ts';
import { GRAPH_SCHEMA, graphTableSql, tableOf, type GraphSupport } from './graph-schema.ts';

/** Datasets with more vectors of a model are searched through a graph. */
export const GRAPH_VECTORS_MIN = 20_000;
/** What an index of half-precision numbers takes. */
const DIMENSIONS_MAX = 4000;
/** A graph is dropped below this part of the vectors that it is made for. */
const SHRUNK = 0.5;

export interface DatasetKey {
  organizationId: string;
  datasetId: string;
}

/** The vectors of a dataset that a graph is made of. */
export interface GraphSource extends DatasetKey {
  modelId: string;
  dimensions: number;
}

export interface Graph extends GraphSource {
  id: string;
  /** The number of the last change of its segments before it was made. */
  version: number;
  /** Whether changes of the segments change it too. */
  mirrored: boolean;
  /** Whether searches use it. */
  ready: boolean;
}

const GRAPH_COLUMNS = `g.id, g.organization_id AS "organizationId", g.dataset_id AS "datasetId",
  g.model_id AS "modelId", g.dimensions, g.version, g.mirrored, g.ready`;

/** Reads as many rows as are needed to know. Each segment has one vector at least. */
const vectorsUpTo = (model: string, most: string): string =>
  `(SELECT coalesce(sum(s.count), 0) FROM (SELECT s.count FROM vector_segments s
     WHERE s.organization_id = ${model}.organization_id AND s.dataset_id = ${model}.dataset_id
       AND s.model_id = ${model}.model_id LIMIT ${most}) s)`;

/**
 * Returns the vectors of all datasets, or of one, that are more than `vectors`, of models that searches use
 * or will use, and have no graph. `modelId` is the model of the settings. The index of words knows cheaply
 * which datasets have so many chunks.
 */
export function findLarge(
  database: Queryable,
  {
    modelId,
    vectors,
    dataset,
  }: { modelId: string; vectors: number; dataset?: DatasetKey | undefined },
): Promise<GraphSource[]> {
  const one = dataset === undefined ? '' : 'AND organization_id = $3 AND dataset_id = $4';
  return database.query(
    `SELECT m.organization_id AS "organizationId", m.dataset_id AS "datasetId", m.model_id AS "modelId",
       e.dimensions
     FROM (SELECT organization_id, dataset_id FROM search_segments
       WHERE ready ${one}
       GROUP BY organization_id, dataset_id HAVING sum(chunks) > $2) large
     JOIN dataset_models m USING (organization_id, dataset_id)
     JOIN embedding_models e ON e.id = m.model_id AND e.dimensions <= ${DIMENSIONS_MAX}
     JOIN datasets d ON d.id = m.dataset_id AND d.removed_at IS NULL
     WHERE (m.active OR m.model_id = $1)
       AND NOT EXISTS (SELECT FROM ${GRAPH_SCHEMA}.graphs g WHERE g.organization_id = m.organization_id
         AND g.dataset_id = m.dataset_id AND g.model_id = m.model_id)
       AND ${vectorsUpTo('m', '$2::bigint + 1')} > $2`,
    [
      modelId,
      vectors,
      ...(dataset === undefined ? [] : [dataset.organizationId, dataset.datasetId]),
    ],
  );
}

/** Makes an empty graph and returns its id; undefined where there is one, or the vectors are gone. */
export async function createGraph(
  tx: Queryable,
  support: GraphSupport,
  { organizationId, datasetId, modelId, dimensions }: GraphSource,
): Promise<string | undefined> {
  const [created] = await tx.query<{ id: string }>(
    `INSERT INTO ${GRAPH_SCHEMA}.graphs (organization_id, dataset_id, model_id, dimensions, version)
     SELECT organization_id, dataset_id, model_id, $4, version FROM dataset_models
     WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3
     ON CONFLICT DO NOTHING RETURNING id`,
    [organizationId, datasetId, modelId, dimensions],
  );
  if (created === undefined) return undefined;
  await tx.query(graphTableSql(support, { id: created.id, organizationId, dimensions }));
  return created.id;
}

export const listGraphs = (database: Queryable): Promise<Graph[]> =>
  database.query(`SELECT ${GRAPH_COLUMNS} FROM ${GRAPH_SCHEMA}.graphs g ORDER BY g.id`);

export async function findGraph(database: Queryable, id: string): Promise<Graph | undefined> {
  const [graph] = await database.query<Graph>(
    `SELECT ${GRAPH_COLUMNS} FROM ${GRAPH_SCHEMA}.graphs g WHERE g.id = $1`,
    [id],
  );
  return graph;
}

/** Searches use the graph from now on. */
export async function finishGraph(database: Queryable, id: string): Promise<void> {
  await database.query(`UPDATE ${GRAPH_SCHEMA}.graphs SET ready = true WHERE id = $1`, [id]);
}

/**
 * Drops the graphs of small or deleted datasets and of models that are not in use any more, and tables
 * whose graph was given up; returns how many.
 */
export async function dropObsoleteGraphs(
  database: Database,
  { modelId, vectors }: { modelId: string | undefined; vectors: number },
): Promise<number> {
  const most = Math.ceil(vectors * SHRUNK);
  const obsolete = await database.query<{ id: string }>(
    `SELECT g.id FROM ${GRAPH_SCHEMA}.graphs g
     JOIN dataset_models m USING (organization_id, dataset_id, model_id)
     JOIN datasets d ON d.id = g.dataset_id
     WHERE d.removed_at IS NOT NULL OR NOT (m.active OR m.model_id IS NOT DISTINCT FROM $1)
       OR ${vectorsUpTo('g', '$2::bigint')} < $2
     UNION ALL
     SELECT (regexp_match(c.relname, '^graph_([0-9a-f]{32})$'))[1]::uuid FROM pg_class c
     WHERE c.relnamespace = '${GRAPH_SCHEMA}'::regnamespace AND c.relkind = 'r'
       AND c.relname ~ '^graph_[0-9a-f]{32}$' AND NOT EXISTS (SELECT FROM ${GRAPH_SCHEMA}.graphs g
         WHERE c.relname = 'graph_' || replace(g.id::text, '-', ''))`,
    [modelId ?? null, most],
  );
  for (const { id } of obsolete) {
    await database.transaction(async (tx) => {
      // Searches that use it would wait behind this.
      await tx.query(`SET LOCAL lock_timeout = '2s'`);
      await tx.query(`DELETE FROM ${GRAPH_SCHEMA}.graphs WHERE id = $1`, [id]);
      await tx.query(`DROP TABLE IF EXISTS ${tableOf(id)}`);
    });
  }
  return obsolete.length;
}
