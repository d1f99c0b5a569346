import type { Queryable } from '../../platform/database/database.ts';
import { isFenced } from '../../platform/database/reach.ts';
import { STALLED_SECONDS } from '../../processing/context/stage-watch.ts';
import { IS_OPEN } from '../../processing/jobs/purge/delete-moves.ts';

/** Documents of a dataset that are processed again. */
export interface AgainRow {
  datasetId: string;
  left: number;
  total: number;
}

/** Documents of a dataset that are moved; without numbers for a caller who does not see all documents. */
export interface MoveRow {
  datasetId: string;
  left: number | null;
  total: number | null;
}

/** Vectors of a dataset that are made for a model. */
export interface VectorsRow {
  datasetId: string;
  done: number;
  /** 0 while it is not counted yet. */
  total: number;
}

export interface StalledRow {
  datasetId: string;
  archiveId: string | null;
  document_id: string;
  path: string;
  stage: string;
  reason: string;
  since: Date;
}

/** Stalled documents that are read at most. */
const STALLED_MAX = 200;

/** Reads what an organization's background work has left, by dataset. `tx` is a tenant's transaction. */
export function backgroundWorkOf(tx: Queryable, organizationId: string) {
  return {
    again: (): Promise<AgainRow[]> =>
      tx.query<AgainRow>(
        `SELECT d.dataset_id AS "datasetId", d.count AS left,
           greatest(d.count, coalesce(c.reprocessing_total, 0)) AS total
         FROM (SELECT dataset_id, count(*) AS count FROM documents
           WHERE organization_id = $1 AND reprocessing GROUP BY dataset_id) d
         LEFT JOIN dataset_counts c ON c.organization_id = $1 AND c.dataset_id = d.dataset_id`,
        [organizationId],
      ),

    /** Those of moves, and of moves that are undone. */
    moves: async (): Promise<MoveRow[]> => {
      const rows = await tx.query<{ datasetId: string; left: number; total: number }>(
        `SELECT m.dataset_id AS "datasetId", count(*) AS total,
           count(*) FILTER (WHERE e.state = CASE WHEN m.undone_at IS NULL THEN 'waiting' ELSE 'moved' END) AS left
         FROM document_moves m JOIN document_move_entries e ON e.organization_id = $1 AND e.move_id = m.id
         WHERE m.organization_id = $1 AND ${IS_OPEN} AND e.document_id IS NOT NULL
           AND (m.undone_at IS NULL OR e.state IN ('moved', 'undone'))
         GROUP BY m.dataset_id`,
        [organizationId],
      );
      return rows.map((row) =>
        isFenced(row.datasetId) ? { datasetId: row.datasetId, left: null, total: null } : row,
      );
    },

    /** Pages that wait for OCR. */
    pages: () =>
      tx.query<{ datasetId: string; left: number }>(
        `SELECT dataset_id AS "datasetId", sum(ocr_left) AS left FROM documents
         WHERE organization_id = $1 AND ocr_left > 0 GROUP BY dataset_id`,
        [organizationId],
      ),

    /** Those of the model that a run is for, and not those that were left for it. */
    vectors: (): Promise<VectorsRow[]> =>
      tx.query<VectorsRow>(
        `SELECT "datasetId", done, total FROM (
           SELECT DISTINCT ON (m.dataset_id) m.dataset_id AS "datasetId", m.done, m.total, m.complete, m.run
           FROM dataset_models m
           LEFT JOIN embedding_models e ON e.id = m.model_id
           WHERE m.organization_id = $1
           ORDER BY m.dataset_id, e.chosen_at DESC NULLS LAST, m.version DESC
         ) newest WHERE NOT complete AND run IS NOT NULL`,
        [organizationId],
      ),

    /** Datasets all of whose documents in progress wait for their vectors. */
    waitingForVectors: async (): Promise<ReadonlySet<string>> => {
      const rows = await tx.query<{ id: string }>(
        `SELECT dataset_id AS id FROM dataset_counts
         WHERE organization_id = $1 AND chunked > 0 AND ingested + partitioned = 0`,
        [organizationId],
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Those that have taken the longest first. */
    stalled: (): Promise<StalledRow[]> =>
      tx.query<StalledRow>(
        `SELECT s.dataset_id AS "datasetId", s.archive_id AS "archiveId", s.document_id, d.path, s.stage,
           s.since, s.reason
         FROM stalled_documents s JOIN documents d ON d.organization_id = $1 AND d.id = s.document_id
         WHERE s.organization_id = $1 AND s.seen_at > now() - $2 * interval '1 second'
         ORDER BY s.since LIMIT ${STALLED_MAX}`,
        [organizationId, STALLED_SECONDS],
      ),

    /** Names of datasets, and of archives with what their receipts count. */
    names: async (datasetIds: readonly string[], archiveIds: readonly string[]) => {
      const datasets = await tx.query<{ id: string; name: string }>(
        'SELECT id, name FROM datasets WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
        [organizationId, datasetIds],
      );
      const archives = await tx.query<{ id: string; name: string; files: number }>(
        `SELECT a.id, a.name, coalesce(r.added + r.changed, 0) AS files FROM archives a
         LEFT JOIN archive_receipts r ON r.organization_id = a.organization_id AND r.archive_id = a.id
         WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[])`,
        [organizationId, archiveIds],
      );
      return {
        datasets: new Map(datasets.map((row) => [row.id, row])),
        archives: new Map(archives.map((row) => [row.id, row])),
      };
    },
  };
}
