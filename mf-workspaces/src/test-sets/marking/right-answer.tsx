import type { SearchResult } from '@carrel/shared/contract';
import { TEST_QUERY_MAX } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { Check } from 'lucide-react';

import { useRightAnswers } from '../../data/right-answers.queries.ts';
import { useMayEditWorkspace } from '../../parts/use-may-edit-workspace.ts';

interface RightAnswerProps {
  workspaceId: string;
  /** What was searched for. */
  query: string;
  result: SearchResult;
}

/** Marks a result of a search as a right answer, which makes a question of its query; and no longer. */
export function RightAnswer(props: RightAnswerProps) {
  return useMayEditWorkspace(props.workspaceId) ? <Mark {...props} /> : null;
}

function Mark({ workspaceId, query, result }: RightAnswerProps) {
  const searched = query.trim();
  const scope = { organizationId: useOrganizationId(), workspaceId };
  const { isRight, toggle } = useRightAnswers(scope, searched);
  const right = isRight(result);
  if (searched.length > TEST_QUERY_MAX) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={right}
      disabled={right === undefined}
      loading={toggle.isPending}
      color={right === true ? 'success.fg' : undefined}
      title={right === true ? undefined : 'Makes a test question of this search'}
      onClick={() => toggle.mutate(result)}
    >
      <Check aria-hidden />
      Right answer
    </Button>
  );
}
