import { messageOf } from '@carrel/shared/api';
import { holdsPassage } from '@carrel/shared/contract';
import type { SearchResult, TestAnswer } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { createQuestion, deleteAnswer } from './test-sets.api.ts';
import type { TestSetScope } from './test-sets.queries.ts';
import { useMarkedQuestion } from './marked-question.queries.ts';

/** Whether an answer of a question is what a search found. */
const isAnswer =
  ({ document, text }: SearchResult) =>
  ({ dataset, path, passage }: TestAnswer) =>
    dataset.id === document.dataset.id && path === document.path && holdsPassage(text, passage);

/** Whether results of a search are right answers to its query, and a function that changes it. */
export function useRightAnswers(scope: TestSetScope, query: string) {
  const { organizationId, workspaceId } = scope;
  const { question, refresh } = useMarkedQuestion(scope, query);
  const answersOf = (result: SearchResult) => question?.answers.filter(isAnswer(result)) ?? [];
  const toggle = useMutation({
    mutationFn: async (result: SearchResult) => {
      const known = answersOf(result);
      const id = question?.id;
      if (id === undefined || known.length === 0) {
        const { document, chunk } = result;
        const answer = { document_id: document.id, chunk_number: chunk.number };
        await createQuestion(organizationId, workspaceId, { query, answers: [answer] });
        return;
      }
      for (const answer of known) await deleteAnswer(organizationId, workspaceId, id, answer.id);
    },
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error, 'Failed to change the right answers')),
  });
  return {
    /** Undefined until it is known. */
    isRight: (result: SearchResult) =>
      question === undefined ? undefined : answersOf(result).length > 0,
    toggle,
  };
}
