import type { TestGrade } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { reachingAll, withoutFences } from '../../../platform/database/reach.ts';
import type { NewAnswer } from './question-repository.ts';

/** A document of the workspace, and the text of a chunk of it where one was named. */
export interface MarkedDocument {
  documentId: string;
  number: number | null;
  datasetId: string;
  path: string;
  text: string | null;
}

/** Reads and changes right answers of a workspace's questions. `tx` is a tenant's transaction. */
export function answersOf(tx: Queryable, organizationId: string, workspaceId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    tx.query<Row>(sql, [organizationId, ...parameters]);
  const OF_QUESTION = `a.organization_id = $1 AND a.id = $2 AND a.question_id = $3
    AND EXISTS (SELECT FROM test_questions q
      WHERE q.organization_id = $1 AND q.id = a.question_id AND q.workspace_id = $4)`;

  return {
    /** The documents of the workspace among these, each with the chunk of this number. */
    marked: (documentIds: readonly string[], numbers: readonly (number | null)[]) =>
      query<MarkedDocument>(
        `WITH c AS MATERIALIZED (
           SELECT c.document_id, c.number, c.text FROM unnest($2::uuid[], $3::integer[]) AS k (id, number)
           JOIN chunks c ON c.organization_id = $1 AND c.document_id = k.id AND c.number = k.number
             AND (c.change->'off') IS NULL
         )
         SELECT d.id AS "documentId", k.number, d.dataset_id AS "datasetId", d.path, c.text
         FROM unnest($2::uuid[], $3::integer[]) AS k (id, number)
         JOIN documents d ON d.organization_id = $1 AND d.id = k.id
         JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
         JOIN workspace_datasets w ON w.organization_id = $1 AND w.workspace_id = $4 AND w.dataset_id = d.dataset_id
         LEFT JOIN c ON c.document_id = d.id AND c.number = k.number`,
        documentIds,
        numbers,
        workspaceId,
      ),

    /** Adds answers to questions; one that is known gets the grade. Returns how many are new. */
    add: async (answers: readonly (NewAnswer & { questionId: string })[]) => {
      // A file of questions may name documents that are behind a fence for whom it is from.
      const rows = await withoutFences(tx, () =>
        query<{ isNew: boolean }>(
          `INSERT INTO test_answers AS a (organization_id, question_id, dataset_id, path, passage, grade)
         SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[])
         ON CONFLICT (organization_id, question_id, dataset_id, md5(path), md5(passage))
         DO UPDATE SET grade = excluded.grade RETURNING (a.xmax = 0) AS "isNew"`,
          answers.map(({ questionId }) => questionId),
          answers.map(({ datasetId }) => datasetId),
          answers.map(({ path }) => path),
          answers.map(({ passage }) => passage),
          answers.map(({ grade }) => grade),
        ),
      );
      return rows.filter(({ isNew }) => isNew).length;
    },

    /** The query of a question with more than `limit` answers; undefined where there is none. */
    overfull: async (questionIds: readonly string[], limit: number) => {
      const [row] = await reachingAll(tx, () =>
        query<{ query: string }>(
          `SELECT q.query FROM test_answers a
         JOIN test_questions q ON q.organization_id = a.organization_id AND q.id = a.question_id
         WHERE a.organization_id = $1 AND a.question_id = ANY ($2::uuid[])
         GROUP BY q.id, q.query HAVING count(*) > $3 LIMIT 1`,
          questionIds,
          limit,
        ),
      );
      return row?.query;
    },

    /** Returns whether the answer exists. */
    grade: async (id: string, questionId: string, grade: TestGrade) => {
      const changed = await query(
        `UPDATE test_answers a SET grade = $5 WHERE ${OF_QUESTION} RETURNING a.id`,
        id,
        questionId,
        workspaceId,
        grade,
      );
      return changed.length === 1;
    },

    /** Returns whether the answer existed. Its question goes with its last answer, unless it has a verdict. */
    delete: async (id: string, questionId: string) => {
      const deleted = await query(
        `DELETE FROM test_answers a WHERE ${OF_QUESTION} RETURNING a.id`,
        id,
        questionId,
        workspaceId,
      );
      if (deleted.length === 0) return false;
      // A question stays for answers that the caller cannot see.
      await reachingAll(tx, () =>
        query(
          `DELETE FROM test_questions q WHERE q.organization_id = $1 AND q.id = $2 AND q.verdict IS NULL
             AND NOT EXISTS (SELECT FROM test_answers a WHERE a.organization_id = $1 AND a.question_id = q.id)`,
          questionId,
        ),
      );
      return true;
    },
  };
}
