import type { TestGrade } from '@carrel/shared/contract';

import type { Queryable } from '../../database/database.ts';

/** Reads what a file of questions contains. `tx` is a tenant's transaction. */
export function csvOf(tx: Queryable, organizationId: string) {
  return {
    datasets: () =>
      tx.query<{ id: string; name: string }>(
        'SELECT id, name FROM datasets WHERE organization_id = $1',
        [organizationId],
      ),

    /** The right answers of a workspace, by question. */
    answers: (workspaceId: string) =>
      tx.query<{
        query: string;
        datasetId: string;
        dataset: string;
        path: string;
        passage: string;
        grade: TestGrade;
      }>(
        `SELECT q.query, s.id AS "datasetId", s.name AS dataset, a.path, a.passage, a.grade
         FROM test_questions q
         JOIN test_answers a ON a.organization_id = q.organization_id AND a.question_id = q.id
         JOIN datasets s ON s.organization_id = a.organization_id AND s.id = a.dataset_id
         WHERE q.organization_id = $1 AND q.workspace_id = $2
         ORDER BY q.created_at, q.id, a.grade DESC, a.path, a.id`,
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
