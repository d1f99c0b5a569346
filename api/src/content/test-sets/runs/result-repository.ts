import type { FoundTestChunk, TestLists } from '@carrel/shared/contract';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { isFenced, isReachable } from '../../../platform/database/reach.ts';
import { seenDocuments } from '../../../processing/rows/document-writes/seen-documents.ts';
import type { RightAnswer, Score } from './score-results.ts';
import type { Searched } from './run-repository.ts';

/** A question that a run has not asked yet. */
export interface OpenQuestion {
  id: string;
  query: string;
  answers: RightAnswer[];
  /** A digest of the answers. */
  digest: string;
}

export interface QuestionResult {
  questionId: string;
  digest: string;
  score: Score;
  results: readonly FoundTestChunk[];
  searched: Searched;
  partial: boolean;
  milliseconds: number;
}

/** The figures of a question in a run, and in the run that it is compared with. */
export interface ComparedRow {
  id: string;
  query: string;
  recall: number;
  reciprocal_rank: number;
  ndcg: number;
  first_right: number | null;
  answers: string;
  before: {
    recall: number;
    reciprocal_rank: number;
    ndcg: number;
    first_right: number | null;
    answers: string;
  } | null;
}

/** Reads and writes what a run found, statement by statement, so that it goes on where it was interrupted. */
export function resultsOf(database: Database, organizationId: string, runId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, runId, ...parameters], organizationId);

  return {
    /** The run; undefined where it was deleted or has finished. */
    run: async () => {
      const [run] = await query<{ workspaceId: string; mode: string }>(
        `SELECT workspace_id AS "workspaceId", mode FROM test_runs
         WHERE organization_id = $1 AND id = $2 AND finished_at IS NULL`,
      );
      return run;
    },

    /** The next questions of the workspace that have answers. */
    open: (workspaceId: string, limit: number) =>
      query<OpenQuestion>(
        `SELECT q.id, q.query, n.answers, n.digest FROM test_questions q
         JOIN LATERAL (
           SELECT jsonb_agg(jsonb_build_object(
               'datasetId', a.dataset_id, 'path', a.path, 'passage', a.passage, 'grade', a.grade)) AS answers,
             md5(string_agg(concat_ws(E'\\n', a.dataset_id, a.path, a.passage, a.grade), E'\\n'
               ORDER BY a.dataset_id, a.path, a.passage COLLATE "C")) AS digest
           FROM test_answers a
           JOIN datasets s ON s.organization_id = a.organization_id AND s.id = a.dataset_id
           WHERE a.organization_id = $1 AND a.question_id = q.id
         ) n ON n.answers IS NOT NULL
         WHERE q.organization_id = $1 AND q.workspace_id = $3 AND NOT EXISTS (
           SELECT FROM test_run_results r
           WHERE r.organization_id = $1 AND r.run_id = $2 AND r.question_id = q.id)
         ORDER BY q.created_at, q.id LIMIT $4`,
        workspaceId,
        limit,
      ),

    /** Writes nothing where the run or the question was deleted meanwhile. */
    save: async (result: QuestionResult) => {
      const { score } = result;
      await query(
        `WITH saved AS (
           INSERT INTO test_run_results
             (organization_id, run_id, question_id, results, recall, reciprocal_rank, ndcg, first_right, answers)
           SELECT $1, r.id, q.id, $4::jsonb, $5, $6, $7, $8, $9 FROM test_runs r, test_questions q
           WHERE r.organization_id = $1 AND r.id = $2 AND r.finished_at IS NULL
             AND q.organization_id = $1 AND q.id = $3 FOR KEY SHARE
           ON CONFLICT DO NOTHING RETURNING run_id
         )
         UPDATE test_runs r SET took = r.took + $10, partial = r.partial + $11::integer, searched = $12::jsonb
         FROM saved WHERE r.organization_id = $1 AND r.id = saved.run_id`,
        result.questionId,
        JSON.stringify(result.results),
        score.recall,
        score.reciprocalRank,
        score.ndcg,
        score.firstRight,
        result.digest,
        result.milliseconds,
        result.partial ? 1 : 0,
        JSON.stringify(result.searched),
      );
    },

    finish: async () => {
      await query(
        `UPDATE test_runs r SET finished_at = now(), questions = n.questions, recall = n.recall, mrr = n.mrr,
           ndcg = n.ndcg, error = CASE WHEN n.questions = 0 THEN 'Its questions were deleted.' END
         FROM (
           SELECT count(*)::integer AS questions, avg(recall) AS recall, avg(reciprocal_rank) AS mrr, avg(ndcg) AS ndcg
           FROM test_run_results WHERE organization_id = $1 AND run_id = $2
         ) n WHERE r.organization_id = $1 AND r.id = $2 AND r.finished_at IS NULL`,
      );
    },

    fail: async (error: string) => {
      await query(
        `UPDATE test_runs SET finished_at = now(), error = $3
         WHERE organization_id = $1 AND id = $2 AND finished_at IS NULL`,
        error,
      );
    },
  };
}

/** Reads what runs found. `tx` is a tenant's transaction. */
export function foundBy(tx: Queryable, organizationId: string, runId: string) {
  return {
    /** The questions of the run, each beside the other run. */
    compared: (otherId: string | null) =>
      tx.query<ComparedRow>(
        `SELECT q.id, q.query, r.recall, r.reciprocal_rank, r.ndcg, r.first_right, r.answers,
           CASE WHEN b.run_id IS NOT NULL THEN jsonb_build_object('recall', b.recall,
             'reciprocal_rank', b.reciprocal_rank, 'ndcg', b.ndcg, 'first_right', b.first_right,
             'answers', b.answers) END AS before
         FROM test_run_results r
         JOIN test_questions q ON q.organization_id = r.organization_id AND q.id = r.question_id
         LEFT JOIN test_run_results b
           ON b.organization_id = $1 AND b.run_id = $3 AND b.question_id = r.question_id
         WHERE r.organization_id = $1 AND r.run_id = $2 ORDER BY q.created_at, q.id`,
        [organizationId, runId, otherId],
      ),

    /** The lists of one question; undefined where the run did not ask it. */
    lists: async (questionId: string, otherId: string | null): Promise<TestLists | undefined> => {
      const rows = await tx.query<{ run_id: string; results: FoundTestChunk[] }>(
        `SELECT run_id, results FROM test_run_results
         WHERE organization_id = $1 AND question_id = $3 AND run_id IN ($2, $4)`,
        [organizationId, runId, questionId, otherId],
      );
      // A run searches all that is attached, and its reader may reach a part.
      const fenced = rows
        .flatMap(({ results }) => results)
        .filter((chunk) => isFenced(chunk.dataset_id));
      const seen = new Set(
        fenced.length === 0
          ? []
          : await seenDocuments(
              tx,
              organizationId,
              fenced.map((chunk) => chunk.document_id),
            ),
      );
      const resultsOf = (id: string | null) =>
        rows
          .find(({ run_id }) => run_id === id)
          ?.results.filter(
            (chunk) =>
              isReachable(chunk.dataset_id) &&
              (!isFenced(chunk.dataset_id) || seen.has(chunk.document_id)),
          );
      const results = resultsOf(runId);
      return results && { results, before: resultsOf(otherId) ?? null };
    },
  };
}
