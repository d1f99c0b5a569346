import { messageOf, queryKeys } from '@carrel/shared/api';
import { holdsPassage, TEST_QUERY_MAX } from '@carrel/shared/contract';
import type { SearchResult, TestAnswer } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { createQuestion, deleteAnswer, getQuestion, listQuestions } from '../test-sets.api.ts';
import type { TestSetScope } from '../test-sets.queries.ts';

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

/** Whether an answer of a question is what a search found. */
const isAnswer =
  ({ document, text }: SearchResult) =>
  ({ dataset, path, passage }: TestAnswer) =>
    dataset.id === document.dataset.id && path === document.path && holdsPassage(text, passage);

/** Whether results of a search are right answers to its query, and a function that changes it. */
export function useRightAnswers(scope: TestSetScope, query: string) {
  const { organizationId, workspaceId } = scope;
  const queryClient = useQueryClient();
  const options = questionOfQuery(scope, query);
  const question = useQuery({
    ...options,
    enabled: query !== '' && query.length <= TEST_QUERY_MAX,
  });
  const answersOf = (result: SearchResult) => question.data?.answers.filter(isAnswer(result)) ?? [];
  const toggle = useMutation({
    mutationFn: async (result: SearchResult) => {
      const known = answersOf(result);
      const id = question.data?.id;
      if (id === undefined || known.length === 0) {
        const { document, chunk } = result;
        const answer = { document_id: document.id, chunk_number: chunk.number };
        await createQuestion(organizationId, workspaceId, { query, answers: [answer] });
        return;
      }
      for (const answer of known) await deleteAnswer(organizationId, workspaceId, id, answer.id);
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: queryKeys.testSet(organizationId, workspaceId) }),
    onError: (error) => toast.error(messageOf(error, 'Failed to change the right answers')),
  });
  return {
    /** Undefined until it is known. */
    isRight: (result: SearchResult) =>
      question.data === undefined ? undefined : answersOf(result).length > 0,
    toggle,
  };
}
