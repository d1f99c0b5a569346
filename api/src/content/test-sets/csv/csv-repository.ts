import type { TestGrade, TestVerdict } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';

interface QuestionLine {
  query: string;
  verdict: TestVerdict | null;
  /** Null of a question without right answers, as are those below. */
  datasetId: string | null;
  dataset: string | null;
  path: string | null;
  passage: string | null;
  grade: TestGrade | null;
}

/** Reads what a file of questions contains. `tx` is a tenant's transaction. */
export function csvOf(tx: Queryable, organizationId: string) {
  return {
    datasets: () =>
      tx.query<{ id: string; name: string }>(
        'SELECT id, name FROM datasets WHERE organization_id = $1',
        [organizationId],
      ),

    /** The right answers of a workspace, by question, and a line for each question with a verdict only. */
    lines: (workspaceId: string) =>
      tx.query<QuestionLine>(
        `SELECT q.query, q.verdict, n."datasetId", n.dataset, n.path, n.passage, n.grade
         FROM test_questions q
         LEFT JOIN (
           SELECT a.id, a.question_id, s.id AS "datasetId", s.name AS dataset, a.path, a.passage, a.grade
           FROM test_answers a
           JOIN datasets s ON s.organization_id = a.organization_id AND s.id = a.dataset_id
           WHERE a.organization_id = $1
         ) n ON n.question_id = q.id
         WHERE q.organization_id = $1 AND q.workspace_id = $2 AND (n.id IS NOT NULL OR q.verdict IS NOT NULL)
         ORDER BY q.created_at, q.id, n.grade DESC, n.path, n.id`,
        [organizationId, workspaceId],
      ),

    /** How many of the answers have a document that is not in the workspace. */
    missing: async (workspaceId: string, questionIds: readonly string[]) => {
      const [row] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM test_answers a WHERE a.organization_id = $1 AND a.question_id = ANY ($3::uuid[])
         AND NOT EXISTS (
           SELECT FROM documents d
           JOIN workspace_datasets w ON w.organization_id = d.organization_id AND w.dataset_id = d.dataset_id
           WHERE w.organization_id = $1 AND w.workspace_id = $2 AND d.dataset_id = a.dataset_id AND d.path = a.path)`,
        [organizationId, workspaceId, questionIds],
      );
      return row?.count ?? 0;
    },
  };
}
