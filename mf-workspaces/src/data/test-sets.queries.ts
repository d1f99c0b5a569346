import { messageOf, queryKeys } from '@carrel/shared/api';
import type { TestRun, TestRunList } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  compareRun,
  deleteRun,
  getLists,
  listQuestions,
  listRuns,
  startRun,
} from './test-sets.api.ts';

/** Milliseconds between two requests while the questions are run. */
const REFRESH_MS = 1000;

/** What the calls of a workspace's test set are about. */
export interface TestSetScope {
  organizationId: string;
  workspaceId: string;
}

const keyOf = ({ organizationId, workspaceId }: TestSetScope, ...rest: readonly unknown[]) =>
  queryKeys.testSet(organizationId, workspaceId, ...rest);

export const isRunning = ({ finished_at }: TestRun) => finished_at === null;

/** The run whose results the questions have. */
const lastFinished = (runs: readonly TestRun[] | undefined) =>
  runs?.find(({ figures }) => figures !== null)?.id;

/** The runs, read again until none is under way; the questions then have new results. */
export const runsQuery = (scope: TestSetScope) => {
  const queryKey = keyOf(scope, 'runs');
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<TestRunList>(queryKey);
      const list = await listRuns(scope.organizationId, scope.workspaceId);
      if (before !== undefined && lastFinished(before.runs) !== lastFinished(list.runs)) {
        void client.invalidateQueries({ queryKey: keyOf(scope, 'questions') });
      }
      return list;
    },
    select: ({ runs }) => runs,
    refetchInterval: ({ state }) =>
      state.data?.runs.some(isRunning) === true ? REFRESH_MS : false,
  });
};

/** The questions with their result in the last run. */
export const questionsQuery = (scope: TestSetScope) =>
  queryOptions({
    queryKey: keyOf(scope, 'questions'),
    queryFn: () => listQuestions(scope.organizationId, scope.workspaceId),
    select: ({ questions }) => questions,
  });

export const comparisonQuery = (scope: TestSetScope, runId: string, against?: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'comparison', runId, against),
    queryFn: () => compareRun(scope.organizationId, scope.workspaceId, runId, against),
    placeholderData: keepPreviousData,
  });

export const listsQuery = (
  scope: TestSetScope,
  runId: string,
  questionId: string,
  against?: string,
) =>
  queryOptions({
    queryKey: keyOf(scope, 'lists', runId, questionId, against),
    queryFn: () => getLists(scope.organizationId, scope.workspaceId, runId, questionId, against),
  });

/** Returns a function that reads a workspace's questions and runs again. */
export function useTestSetRefresh(scope: TestSetScope) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(scope) });
}

/** Starts a run, and ends or deletes one. */
export function useRunActions(scope: TestSetScope) {
  const refresh = useTestSetRefresh(scope);
  const start = useMutation({
    mutationFn: () => startRun(scope.organizationId, scope.workspaceId),
    onSuccess: refresh,
    onError: (error) => toast.error(messageOf(error, 'Failed to run the questions')),
  });
  const stop = useMutation({
    mutationFn: (runId: string) => deleteRun(scope.organizationId, scope.workspaceId, runId),
    onSuccess: refresh,
    onError: (error) => toast.error(messageOf(error, 'Failed to stop the run')),
  });
  return { start, stop };
}
