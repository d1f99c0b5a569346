import {
  TEST_RUNS_MAX,
  type SearchMode,
  type TestFigures,
  type TestRun,
  type TestSettings,
} from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { isReachable } from '../../../platform/database/reach.ts';

/** What a run's results depend on, as it is when the run starts. */
export type RunSettings = Omit<TestSettings, 'mode' | 'searched'>;

/** What the searches of a run looked at. */
export interface Searched {
  mode: string;
  documents: number;
  chunks: number;
}

interface RunRow extends TestFigures {
  id: string;
  mode: SearchMode;
  settings: RunSettings;
  searched: Searched | null;
  started_at: Date;
  finished_at: Date | null;
  error: string | null;
  questions: number;
  done: number;
  partial: number;
  took: number;
}

/** A run with its settings. */
export interface StoredRun {
  run: TestRun;
  settings: TestSettings;
}

/** Reads and changes the runs of a workspace. `tx` is a tenant's transaction. */
export function runsOf(tx: Queryable, organizationId: string, workspaceId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    tx.query<Row>(sql, [organizationId, workspaceId, ...parameters]);

  return {
    /** Locks the organization and the workspace for starting a run; returns whether it has the workspace. */
    lock: async () => {
      await tx.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [
        organizationId,
      ]);
      const rows = await query(
        'SELECT id FROM workspaces WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
      );
      return rows.length === 1;
    },

    /** Unfinished runs of the organization, and of this workspace among them. */
    running: async () => {
      const [row] = await query<{ all: number; here: number }>(
        `SELECT count(*) AS "all", count(*) FILTER (WHERE workspace_id = $2) AS here
         FROM test_runs WHERE organization_id = $1 AND finished_at IS NULL`,
      );
      return row ?? { all: 0, here: 0 };
    },

    /** Questions that have an answer. */
    countQuestions: async () => {
      const [row] = await query<{ count: number }>(
        `SELECT count(DISTINCT q.id) FROM test_questions q
         JOIN test_answers a ON a.organization_id = q.organization_id AND a.question_id = q.id
         JOIN datasets s ON s.organization_id = a.organization_id AND s.id = a.dataset_id
         WHERE q.organization_id = $1 AND q.workspace_id = $2`,
      );
      return row?.count ?? 0;
    },

    /** The datasets of the workspace with what decides about their chunks; the template as a digest. */
    datasets: () =>
      query<{
        id: string;
        name: string;
        metadata: Record<string, unknown> | null;
        template: string | null;
        language: string | null;
      }>(
        `SELECT d.id, d.name, d.metadata_parameters AS metadata, left(md5(d.chunk_template), 8) AS template, d.language
         FROM workspace_datasets w JOIN datasets d ON d.organization_id = w.organization_id AND d.id = w.dataset_id
         WHERE w.organization_id = $1 AND w.workspace_id = $2 ORDER BY d.id`,
      ),

    /** Creates a run, and deletes the oldest ones over the limit. Returns its id. */
    create: async (mode: SearchMode, settings: RunSettings, questions: number) => {
      await query(
        `DELETE FROM test_runs WHERE organization_id = $1 AND id IN (
           SELECT id FROM test_runs WHERE organization_id = $1 AND workspace_id = $2
           ORDER BY started_at DESC, id DESC OFFSET $3)`,
        TEST_RUNS_MAX - 1,
      );
      const [run] = await query<{ id: string }>(
        `INSERT INTO test_runs (organization_id, workspace_id, mode, settings, questions)
         VALUES ($1, $2, $3, $4::jsonb, $5) RETURNING id`,
        mode,
        JSON.stringify(settings),
        questions,
      );
      if (run === undefined) throw new Error('A test run was not created');
      return run.id;
    },

    /** All runs, newest first. */
    list: async (): Promise<StoredRun[]> => {
      const rows = await query<RunRow>(
        `SELECT r.id, r.mode, r.settings, r.searched, r.started_at, r.finished_at, r.error, r.questions,
           r.recall, r.mrr, r.ndcg, r.partial, r.took,
           CASE WHEN r.finished_at IS NOT NULL THEN r.questions ELSE (
             SELECT count(*) FROM test_run_results t WHERE t.organization_id = $1 AND t.run_id = r.id
           ) END AS done
         FROM test_runs r WHERE r.organization_id = $1 AND r.workspace_id = $2
         ORDER BY r.started_at DESC, r.id DESC`,
      );
      return rows.map((row, index) => asRun(row, rows[index + 1]));
    },

    /** Returns whether the run existed. One that is under way ends. */
    delete: async (id: string) => {
      const deleted = await query(
        'DELETE FROM test_runs WHERE organization_id = $1 AND workspace_id = $2 AND id = $3 RETURNING id',
        id,
      );
      return deleted.length === 1;
    },
  };
}

function asRun(row: RunRow, before: RunRow | undefined): StoredRun {
  const { settings, searched, recall, mrr, ndcg, started_at, finished_at, ...run } = row;
  const hasFigures = finished_at !== null && run.error === null;
  const isWhole = settings.datasets.every(({ id }) => isReachable(id));
  return {
    run: {
      ...run,
      took: Math.round(run.took),
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
      figures: hasFigures ? { recall, mrr, ndcg } : null,
      changed: before !== undefined && comparable(row) !== comparable(before),
    },
    settings: {
      ...settings,
      datasets: settings.datasets.filter(({ id }) => isReachable(id)),
      mode: searched?.mode ?? null,
      searched:
        searched === null || !isWhole
          ? null
          : { documents: searched.documents, chunks: searched.chunks },
    },
  };
}

/** What two runs share that have the same settings; a dataset's name is none. */
const comparable = ({ mode, settings }: RunRow) =>
  JSON.stringify([
    mode,
    settings.embedding_model,
    settings.datasets.map(({ id, chunk_size, chunk_overlap, template, language }) => [
      id,
      chunk_size,
      chunk_overlap,
      template,
      language,
    ]),
  ]);
