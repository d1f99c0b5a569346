import { queryKeys } from '@carrel/shared/api';
import { TEST_QUERY_MAX } from '@carrel/shared/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

import { getQuestion, listQuestions } from './test-sets.api.ts';
import type { TestSetScope } from './test-sets.queries.ts';

/** The question with exactly this query, or null. */
const questionOfQuery = ({ organizationId, workspaceId }: TestSetScope, query: string) =>
  queryOptions({
    queryKey: queryKeys.testSet(organizationId, workspaceId, 'question-of', query),
    queryFn: async () => {
      const { questions } = await listQuestions(organizationId, workspaceId, query);
      const [question] = questions;
      return question === undefined ? null : getQuestion(organizationId, workspaceId, question.id);
    },
  });

/** Whether a test question can have this query, without white space around it. */
export const canBeMarked = (query: string): boolean =>
  query !== '' && query.length <= TEST_QUERY_MAX;

/** The test question with exactly this query, and a function that reads the test set again. */
export function useMarkedQuestion(scope: TestSetScope, query: string) {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...questionOfQuery(scope, query), enabled: canBeMarked(query) });
  return {
    /** Undefined until it is known, null where there is none. */
    question: data,
    refresh: () =>
      queryClient.invalidateQueries({
        queryKey: queryKeys.testSet(scope.organizationId, scope.workspaceId),
      }),
  };
}
