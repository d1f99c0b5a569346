import type { Database } from '../../../platform/database/database.ts';
import type { Graph } from './graph-repository.ts';
import { GRAPH_SCHEMA, indexOf, tableOf, type GraphSupport } from './graph-schema.ts';

/** A place in the order of a dataset's segments. */
export interface SegmentPlace {
  version: number;
  document: string;
  first: number;
}

export const FIRST_SEGMENT: SegmentPlace = {
  version: 0,
  document: '00000000-0000-0000-0000-000000000000',
  first: 0,
};

/**
 * Copies at most `size` segments after `place` that a graph does not have; returns how many it lacked, and
 * the place of the last one. Before changes are mirrored, those are left out that are newer than the graph;
 * then those that others are writing or deleting at the moment, whose triggers do the rest.
 */
export async function copySegments(
  database: Database,
  { id, organizationId, datasetId, modelId, dimensions, version, mirrored }: Graph,
  place: SegmentPlace,
  size: number,
): Promise<{ missing: number; last: SegmentPlace | undefined }> {
  const [row] = await database.query<{ missing: number; last: SegmentPlace | null }>(
    `WITH missing AS MATERIALIZED (
       SELECT s.version, s.document_id, s.first FROM vector_segments s
       WHERE s.organization_id = $1 AND s.dataset_id = $2 AND s.model_id = $3
         AND (s.version, s.document_id, s.first) > ($5, $6, $7)
         AND ($9::bigint IS NULL OR s.version <= $9)
         AND octet_length(s.data) = s.count * ($4::integer + 4)
         AND NOT EXISTS (SELECT FROM ${tableOf(id)} t
           WHERE t.document_id = s.document_id AND t.first = s.first)
       ORDER BY s.version, s.document_id, s.first LIMIT $8
     ), held AS MATERIALIZED (
       SELECT s.document_id, s.first, s.count, s.data FROM missing m
       JOIN vector_segments s ON s.organization_id = $1 AND s.document_id = m.document_id
         AND s.model_id = $3 AND s.first = m.first
       FOR SHARE OF s SKIP LOCKED
     ), copied AS (
       INSERT INTO ${tableOf(id)} (document_id, first, number, embedding)
       SELECT h.document_id, h.first, h.first + r.place, r.embedding
       FROM held h, LATERAL ${GRAPH_SCHEMA}.read_segment(h.data, h.count, $4) r
       ON CONFLICT DO NOTHING
     )
     SELECT count(*) AS missing, (SELECT json_build_object('version', version, 'document', document_id,
         'first', first) FROM missing ORDER BY version DESC, document_id DESC, first DESC LIMIT 1) AS last
     FROM missing`,
    [
      organizationId,
      datasetId,
      modelId,
      dimensions,
      place.version,
      place.document,
      place.first,
      size,
      mirrored ? null : version,
    ],
  );
  return { missing: row?.missing ?? 0, last: row?.last ?? undefined };
}

/** How often a build looks whether it has to end. */
const STOP_MILLISECONDS = 500;

/**
 * Builds the index of a graph at once, which takes a fraction of the time of adding vector by vector.
 * Nobody else uses the table yet. Another worker that builds it is waited for.
 */
export async function indexGraph(
  database: Database,
  { schema }: GraphSupport,
  { id }: Graph,
  isStopping: () => boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // One process: several share memory of a size that containers often lack.
    await tx.query(
      `SET LOCAL max_parallel_maintenance_workers = 0; SET LOCAL statement_timeout = 0`,
    );
    const timer = setInterval(() => {
      if (!isStopping()) return;
      // The transaction fails with the statement.
      database.query('SELECT pg_cancel_backend($1)', [backend?.pid]).catch(() => undefined);
    }, STOP_MILLISECONDS);
    try {
      await tx.query(`LOCK TABLE ${tableOf(id)} IN SHARE UPDATE EXCLUSIVE MODE`);
      await tx.query(
        `CREATE INDEX IF NOT EXISTS ${indexOf(id)} ON ${tableOf(id)}
         USING hnsw (embedding ${schema}.halfvec_cosine_ops)`,
      );
    } finally {
      clearInterval(timer);
    }
  });
}

/** From the commit on, changes of the segments change the graph too. */
export async function mirrorGraph(database: Database, graph: Graph): Promise<void> {
  const { id, organizationId, datasetId, modelId, version } = graph;
  await database.transaction(async (tx) => {
    // A transaction that writes segments holds this lock until its commit, and copying finds them then.
    await tx.query(
      `SELECT FROM dataset_models WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3 FOR UPDATE`,
      [organizationId, datasetId, modelId],
    );
    const mirrored = await tx.query(
      `UPDATE ${GRAPH_SCHEMA}.graphs SET mirrored = true WHERE id = $1 AND NOT mirrored RETURNING id`,
      [id],
    );
    if (mirrored.length === 0) return;
    // Segments that were written again since they were copied.
    await tx.query(
      `DELETE FROM ${tableOf(id)} t USING vector_segments s
       WHERE s.organization_id = $1 AND s.dataset_id = $2 AND s.model_id = $3 AND s.version > $4
         AND t.document_id = s.document_id AND t.first = s.first`,
      [organizationId, datasetId, modelId, version],
    );
  });
}

/**
 * Deletes what was deleted of the segments before changes were mirrored. Returns false, and is to be called
 * again, while transactions run that may have begun to delete before; unlike writers they hold no lock.
 */
export async function deleteGone(
  database: Database,
  { id, organizationId, modelId }: Graph,
): Promise<boolean> {
  const [row] = await database.query<{ settled: boolean }>(
    `UPDATE ${GRAPH_SCHEMA}.graphs
     SET settled_after = coalesce(settled_after, pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
     WHERE id = $1
     RETURNING pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= settled_after AS settled`,
    [id],
  );
  if (row?.settled !== true) return false;
  await database.query(
    `DELETE FROM ${tableOf(id)} t WHERE NOT EXISTS (SELECT FROM vector_segments s
       WHERE s.organization_id = $1 AND s.document_id = t.document_id AND s.model_id = $2
         AND s.first = t.first)`,
    [organizationId, modelId],
  );
  return true;
}
