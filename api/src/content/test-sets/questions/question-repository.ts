import type {
  TestAnswer,
  TestGrade,
  TestQuestion,
  TestQuestionDetail,
  TestVerdict,
} from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';

/** A right answer to be stored. */
export interface NewAnswer {
  datasetId: string;
  path: string;
  passage: string;
  grade: TestGrade;
}

/** Whether the document of the answer `a` is in a dataset that is attached to the workspace `$2`. */
const IS_PRESENT = `EXISTS (
  SELECT FROM documents d
  JOIN workspace_datasets w ON w.organization_id = d.organization_id AND w.dataset_id = d.dataset_id
  WHERE w.organization_id = $1 AND w.workspace_id = $2 AND d.dataset_id = a.dataset_id AND d.path = a.path)`;

/** Answers, without those of a dataset that was deleted. */
const ANSWERS = `test_answers a
  JOIN datasets s ON s.organization_id = a.organization_id AND s.id = a.dataset_id`;

interface QuestionRow extends Omit<TestQuestion, 'last' | 'created_at'> {
  created_at: Date;
  run_id: string | null;
  recall: number;
  reciprocal_rank: number;
  ndcg: number;
  first_right: number | null;
}

/** Reads and changes the questions of a workspace and their answers. `tx` is a tenant's transaction. */
export function questionsOf(tx: Queryable, organizationId: string, workspaceId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    tx.query<Row>(sql, [organizationId, workspaceId, ...parameters]);

  return {
    /** Locks the workspace, for the limits of its questions; returns whether it exists. */
    lockWorkspace: async () => {
      const rows = await query(
        'SELECT id FROM workspaces WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
      );
      return rows.length === 1;
    },

    /** All questions, or the one with this query, oldest first. */
    list: async (only?: string): Promise<TestQuestion[]> => {
      const rows = await query<QuestionRow>(
        `SELECT q.id, q.query, q.verdict, q.created_at, coalesce(n.answers, 0) AS answers, coalesce(n.missing, 0) AS missing,
           l.run_id, l.recall, l.reciprocal_rank, l.ndcg, l.first_right
         FROM test_questions q
         LEFT JOIN (
           SELECT a.question_id, count(*) AS answers, count(*) FILTER (WHERE NOT ${IS_PRESENT}) AS missing
           FROM ${ANSWERS}
           JOIN test_questions t ON t.organization_id = a.organization_id AND t.id = a.question_id
           WHERE a.organization_id = $1 AND t.workspace_id = $2 GROUP BY a.question_id
         ) n ON n.question_id = q.id
         LEFT JOIN test_run_results l ON l.organization_id = $1 AND l.question_id = q.id AND l.run_id = (
           SELECT id FROM test_runs
           WHERE organization_id = $1 AND workspace_id = $2 AND finished_at IS NOT NULL AND error IS NULL
           ORDER BY started_at DESC, id DESC LIMIT 1)
         WHERE q.organization_id = $1 AND q.workspace_id = $2
           AND ($3::text IS NULL OR (md5(q.query) = md5($3) AND q.query = $3))
         ORDER BY q.created_at, q.id`,
        only ?? null,
      );
      return rows.map(asQuestion);
    },

    find: async (id: string): Promise<TestQuestionDetail | undefined> => {
      const [question] = await query<Omit<TestQuestionDetail, 'answers'>>(
        `SELECT id, query, verdict FROM test_questions WHERE organization_id = $1 AND workspace_id = $2 AND id = $3`,
        id,
      );
      if (question === undefined) return undefined;
      const answers = await query<TestAnswer>(
        `SELECT a.id, jsonb_build_object('id', s.id, 'name', s.name) AS dataset, a.path, a.passage, a.grade,
           NOT ${IS_PRESENT} AS missing
         FROM ${ANSWERS} WHERE a.organization_id = $1 AND a.question_id = $3
         ORDER BY a.grade DESC, a.path, a.id`,
        id,
      );
      return { ...question, answers };
    },

    count: async () => {
      const [row] = await query<{ count: number }>(
        'SELECT count(*) FROM test_questions WHERE organization_id = $1 AND workspace_id = $2',
      );
      return row?.count ?? 0;
    },

    /** Returns the ids of the questions with these queries, by query; creates those that do not exist. */
    ensure: async (queries: readonly string[]) => {
      const created = await query<{ id: string; query: string }>(
        // One transaction has one time: microseconds keep the order in which they came.
        `INSERT INTO test_questions (organization_id, workspace_id, query, created_at)
         SELECT $1, $2, query, now() + place * interval '1 microsecond' FROM unnest($3::text[]) WITH ORDINALITY AS n (query, place) ORDER BY place
         ON CONFLICT (organization_id, workspace_id, md5(query)) DO NOTHING RETURNING id, query`,
        queries,
      );
      const all = await query<{ id: string; query: string }>(
        `SELECT id, query FROM test_questions
         WHERE organization_id = $1 AND workspace_id = $2 AND query = ANY ($3::text[])`,
        queries,
      );
      return {
        ids: new Map(all.map(({ id, query: text }) => [text, id])),
        created: created.length,
      };
    },

    rate: async (ids: readonly string[], verdict: TestVerdict) => {
      await query(
        `UPDATE test_questions SET verdict = $4
         WHERE organization_id = $1 AND workspace_id = $2 AND id = ANY ($3::uuid[])`,
        ids,
        verdict,
      );
    },

    /** Returns undefined where another question has the query, and else whether the question exists. */
    rename: async (id: string, text: string) => {
      const others = await query<{ id: string }>(
        `SELECT id FROM test_questions
         WHERE organization_id = $1 AND workspace_id = $2 AND md5(query) = md5($4) AND id <> $3`,
        id,
        text,
      );
      if (others.length > 0) return undefined;
      const renamed = await query(
        `UPDATE test_questions SET query = $4
         WHERE organization_id = $1 AND workspace_id = $2 AND id = $3 RETURNING id`,
        id,
        text,
      );
      return renamed.length === 1;
    },

    /** Returns the query of the question; undefined where it did not exist. */
    delete: async (id: string) => {
      const [deleted] = await query<{ query: string }>(
        `DELETE FROM test_questions
         WHERE organization_id = $1 AND workspace_id = $2 AND id = $3 RETURNING query`,
        id,
      );
      return deleted?.query;
    },
  };
}

function asQuestion(row: QuestionRow): TestQuestion {
  const { run_id, recall, reciprocal_rank, ndcg, first_right, created_at, ...question } = row;
  return {
    ...question,
    created_at: created_at.toISOString(),
    last: run_id === null ? null : { run_id, recall, reciprocal_rank, ndcg, first_right },
  };
}
