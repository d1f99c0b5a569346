import { messageOf } from '@carrel/shared/api';
import { TEST_ANSWERS_MAX } from '@carrel/shared/contract';
import type { SearchResult, TestVerdict } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { IconButton, toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useNavigate } from 'react-router-dom';

import { createQuestion } from '../../data/test-sets.api.ts';
import { VERDICT_LABELS } from '../../data/verdict-labels.ts';
import { canBeMarked, useMarkedQuestion } from '../../data/marked-question.queries.ts';
import { useMayEditWorkspace } from '../../parts/use-may-edit-workspace.ts';

interface RateAnswerProps {
  workspaceId: string;
  /** The question that was answered. */
  query: string;
  passages: readonly SearchResult[];
  /** Numbers of the passages that the answer cites, from 1. */
  citations: readonly number[];
}

const RATINGS = [
  {
    verdict: 'right',
    Icon: ThumbsUp,
    color: 'success.fg',
    title: 'Makes a test question, whose right answers are the cited passages',
  },
  { verdict: 'wrong', Icon: ThumbsDown, color: 'danger.fg', title: 'Makes a test question' },
] as const;

/** Rates an answer as good or bad, which makes a test question of its question. */
export function RateAnswer({ query, ...props }: RateAnswerProps) {
  const asked = query.trim();
  const mayEdit = useMayEditWorkspace(props.workspaceId);
  return mayEdit && canBeMarked(asked) ? <Ratings query={asked} {...props} /> : null;
}

function Ratings({ workspaceId, query, passages, citations }: RateAnswerProps) {
  const organizationId = useOrganizationId();
  const navigate = useNavigate();
  const { question, refresh } = useMarkedQuestion({ organizationId, workspaceId }, query);
  const rating = useMutation({
    mutationFn: (verdict: TestVerdict) =>
      createQuestion(organizationId, workspaceId, {
        query,
        verdict,
        answers: verdict === 'right' ? citedAnswers(passages, citations) : [],
      }),
    onSuccess: () =>
      toast.success('Added to the test questions', {
        action: {
          label: 'Tests',
          onClick: () => void navigate(consolePaths.workspaceTests(workspaceId)),
        },
      }),
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error, 'Failed to rate the answer')),
  });
  return RATINGS.map(({ verdict, Icon, color, title }) => {
    // Undefined until the question is known.
    const pressed = question === undefined ? undefined : question?.verdict === verdict;
    return (
      <IconButton
        key={verdict}
        label={VERDICT_LABELS[verdict]}
        title={pressed === true ? undefined : title}
        aria-pressed={pressed}
        color={pressed === true ? color : undefined}
        disabled={pressed === undefined}
        loading={rating.isPending && rating.variables === verdict}
        aria-disabled={rating.isPending || undefined}
        // The other button changes a rating; another press on the same one keeps it.
        onClick={() => pressed === false && !rating.isPending && rating.mutate(verdict)}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
    );
  });
}

/** The cited passages as right answers, each once. */
function citedAnswers(passages: readonly SearchResult[], citations: readonly number[]) {
  const cited = citations.flatMap((number) => passages[number - 1] ?? []);
  const answers = cited.map(({ document, chunk }) => ({
    document_id: document.id,
    chunk_number: chunk.number,
  }));
  const once = new Map(
    answers.map((answer) => [`${answer.document_id} ${answer.chunk_number}`, answer]),
  );
  return [...once.values()].slice(0, TEST_ANSWERS_MAX);
}
