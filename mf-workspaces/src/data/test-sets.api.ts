import { client } from '@carrel/shared/api';
import {
  createdSchema,
  importedQuestionsSchema,
  testComparisonSchema,
  testListsSchema,
  testQuestionDetailSchema,
  testQuestionListSchema,
  testRunListSchema,
} from '@carrel/shared/contract';
import type { CreateQuestionRequest } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** `query` leaves the question with exactly this query. */
export const listQuestions = (organizationId: string, workspaceId: string, query?: string) =>
  client
    .get(apiPaths.testQuestions(workspaceId, query === undefined ? {} : { query }), {
      organizationId,
    })
    .json(testQuestionListSchema);

export const getQuestion = (organizationId: string, workspaceId: string, questionId: string) =>
  client
    .get(apiPaths.testQuestion(workspaceId, questionId), { organizationId })
    .json(testQuestionDetailSchema);

export const createQuestion = (
  organizationId: string,
  workspaceId: string,
  json: CreateQuestionRequest,
) => client.post(apiPaths.testQuestions(workspaceId), { organizationId, json }).json(createdSchema);

export const deleteQuestion = (organizationId: string, workspaceId: string, questionId: string) =>
  client.delete(apiPaths.testQuestion(workspaceId, questionId), { organizationId }).done();

export const deleteAnswer = (
  organizationId: string,
  workspaceId: string,
  questionId: string,
  answerId: string,
) =>
  client.delete(apiPaths.testAnswer(workspaceId, questionId, answerId), { organizationId }).done();

export const exportQuestions = (organizationId: string, workspaceId: string) =>
  client.get(apiPaths.testQuestionsFile(workspaceId), { organizationId }).text();

export const importQuestions = (organizationId: string, workspaceId: string, csv: string) =>
  client
    .post(apiPaths.testQuestionsFile(workspaceId), {
      organizationId,
      text: { type: 'text/csv', text: csv },
    })
    .json(importedQuestionsSchema);

export const listRuns = (organizationId: string, workspaceId: string) =>
  client.get(apiPaths.testRuns(workspaceId), { organizationId }).json(testRunListSchema);

export const startRun = (organizationId: string, workspaceId: string) =>
  client.post(apiPaths.testRuns(workspaceId), { organizationId, json: {} }).json(createdSchema);

export const deleteRun = (organizationId: string, workspaceId: string, runId: string) =>
  client.delete(apiPaths.testRun(workspaceId, runId), { organizationId }).done();

export const compareRun = (
  organizationId: string,
  workspaceId: string,
  runId: string,
  against?: string,
) =>
  client
    .get(apiPaths.testRun(workspaceId, runId, against === undefined ? {} : { against }), {
      organizationId,
    })
    .json(testComparisonSchema);

export const getLists = (
  organizationId: string,
  workspaceId: string,
  runId: string,
  questionId: string,
  against?: string,
) =>
  client
    .get(
      apiPaths.testRunLists(
        workspaceId,
        runId,
        questionId,
        against === undefined ? {} : { against },
      ),
      { organizationId },
    )
    .json(testListsSchema);
