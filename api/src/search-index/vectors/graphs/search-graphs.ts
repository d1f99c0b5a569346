import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Reader } from '../../../platform/database/reader.ts';
import type { Log } from '../../../platform/log.ts';
import type { MatrixCandidate } from '../cache/vector-matrix.ts';
import { bytesOfId } from '../load-segments.ts';
import { GRAPH_SCHEMA, tableOf, type GraphSupport } from './graph-schema.ts';
import { graphSupport } from './set-up-graphs.ts';

interface GraphSearch {
  reads: Reader;
  organizationId: string;
  /** Where to search, by the id of the dataset: the model, and the query's vector by it. */
  queries: ReadonlyMap<string, { modelId: string; vector: Float32Array }>;
  limit: number;
  documentIds: readonly string[] | undefined;
}

/** What an index scan looks at, at least: below, it misses more than the scoring after it does. */
const LOOKED_AT = { least: 200, most: 1000 } as const;
const TIMEOUT_MILLISECONDS = 5000;

/** Returns candidates, best first, of those datasets that have a graph. Others are not in the result. */
export type SearchGraphs = (search: GraphSearch) => Promise<ReadonlyMap<string, MatrixCandidate[]>>;

/** Returns a search through the graphs of a database, which finds nothing where it has none, or fails. */
export function createGraphSearch({
  database,
  log,
}: {
  database: Database;
  log: Log;
}): SearchGraphs {
  return async (search) => {
    const support = graphSupport(database);
    if (support === undefined || search.queries.size === 0) return new Map();
    try {
      return await searchGraphs(support, search);
    } catch (error) {
      log.error('search graphs of vectors', error);
      return new Map();
    }
  };
}

async function searchGraphs(
  support: GraphSupport,
  { reads, organizationId, queries, limit, documentIds }: GraphSearch,
): Promise<Map<string, MatrixCandidate[]>> {
  const results = new Map<string, MatrixCandidate[]>();
  const graphs = await reads.queryOnce<{ id: string; datasetId: string; modelId: string }>(
    `SELECT id, dataset_id AS "datasetId", model_id AS "modelId" FROM ${GRAPH_SCHEMA}.graphs
       WHERE organization_id = $1 AND dataset_id = ANY ($2::uuid[]) AND ready`,
    [organizationId, [...queries.keys()]],
    organizationId,
  );
  const used = graphs.filter(
    ({ datasetId, modelId }) => queries.get(datasetId)?.modelId === modelId,
  );
  if (used.length === 0) return results;
  await reads.read(organizationId, async (tx) => {
    await useIndex(tx, support, limit);
    for (const { id, datasetId } of used) {
      const vector = queries.get(datasetId)?.vector ?? new Float32Array();
      const parameters = [`[${vector.join(',')}]`, limit];
      const rows = await (documentIds === undefined
        ? tx.query<Row>(closestSql(support, id), parameters)
        : tx.query<Row>(closestOfSql(support, id), [...parameters, documentIds]));
      results.set(datasetId, rows.map(candidateOf));
    }
  });
  return results;
}

/** Has the statements of a transaction use the index of a graph, whatever the planner thinks. */
export async function useIndex(
  tx: Queryable,
  { isIterative }: GraphSupport,
  limit: number,
): Promise<void> {
  const lookedAt = Math.min(LOOKED_AT.most, Math.max(LOOKED_AT.least, limit));
  await tx.query(
    `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),
       set_config('jit', 'off', true), set_config('statement_timeout', $2, true),
       set_config('hnsw.ef_search', $1, true)
       ${isIterative ? `, set_config('hnsw.iterative_scan', 'strict_order', true)` : ''}`,
    [`${lookedAt}`, `${TIMEOUT_MILLISECONDS}`],
  );
}

interface Row {
  document: string;
  number: number;
  score: number;
}

const candidateOf = ({ document, number, score }: Row): MatrixCandidate => ({
  document: bytesOfId(document),
  number,
  score,
});

/** Finds the `$2` vectors of a graph that are about the closest to `$1`, through its index. */
export const closestSql = (support: GraphSupport, id: string): string => {
  const distance = distanceTo(support);
  return `SELECT document_id AS document, number, 1 - (${distance}) AS score
    FROM ${tableOf(id)} ORDER BY ${distance} LIMIT $2`;
};

/** Finds those of the documents `$3`, by comparing all of theirs: the index has no order by a sum. */
const closestOfSql = (support: GraphSupport, id: string): string =>
  `SELECT document_id AS document, number, 1 - (${distanceTo(support)}) AS score
   FROM ${tableOf(id)} WHERE document_id = ANY ($3::uuid[])
   ORDER BY (${distanceTo(support)}) + 0 LIMIT $2`;

const distanceTo = ({ schema }: GraphSupport): string =>
  `embedding OPERATOR(${schema}.<=>) $1::${schema}.halfvec`;
