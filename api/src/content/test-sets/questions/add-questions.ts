import {
  TEST_ANSWERS_MAX,
  TEST_QUESTIONS_MAX,
  TEST_VERDICTS,
  type TestVerdict,
} from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import { answersOf } from './answer-repository.ts';
import { questionsOf, type NewAnswer } from './question-repository.ts';

/** A question, right answers that are added to it, and a verdict, without which it keeps the one that it has. */
export interface NewQuestion {
  query: string;
  answers: readonly NewAnswer[];
  verdict?: TestVerdict | undefined;
}

export interface Added {
  /** The ids of the questions, by query. */
  ids: ReadonlyMap<string, string>;
  questions: number;
  answers: number;
}

const number = (count: number) => count.toLocaleString('en-US');

/**
 * Adds questions with their answers and verdicts; to a question that exists, these.
 * @throws {Problem} 404 for an unknown workspace, 409 if a limit would be exceeded.
 */
export async function addQuestions(
  tx: Queryable,
  organizationId: string,
  workspaceId: string,
  added: readonly NewQuestion[],
): Promise<Added> {
  const questions = questionsOf(tx, organizationId, workspaceId);
  if (!(await questions.lockWorkspace())) throw notFound('workspace');
  const { ids, created } = await questions.ensure([...new Set(added.map(({ query }) => query))]);
  const count = await questions.count();
  if (count > TEST_QUESTIONS_MAX) {
    throw conflict(
      `A workspace has at most ${number(TEST_QUESTIONS_MAX)} questions. These would make ${number(count)}.`,
    );
  }
  for (const verdict of TEST_VERDICTS) {
    const rated = added.flatMap((question) =>
      question.verdict === verdict ? (ids.get(question.query) ?? []) : [],
    );
    if (rated.length > 0) await questions.rate(rated, verdict);
  }
  const answers = answersOf(tx, organizationId, workspaceId);
  const rows = added.flatMap(({ query, answers: right }) => {
    const questionId = ids.get(query);
    return questionId === undefined ? [] : right.map((answer) => ({ questionId, ...answer }));
  });
  // One statement cannot write a row twice; the last grade counts.
  const once = new Map(
    rows.map((row) => [
      JSON.stringify([row.questionId, row.datasetId, row.path, row.passage]),
      row,
    ]),
  );
  const newAnswers = await answers.add([...once.values()]);
  const overfull = await answers.overfull([...ids.values()], TEST_ANSWERS_MAX);
  if (overfull !== undefined) {
    throw conflict(
      `A question has at most ${TEST_ANSWERS_MAX} right answers: "${overfull.slice(0, 80)}" would have more.`,
    );
  }
  return { ids, questions: created, answers: newAnswers };
}
