import { messageOf } from '@carrel/shared/api';
import type { TestQuestion } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { deleteQuestion } from '../../data/test-sets.api.ts';
import { useTestSetRefresh } from '../../data/test-sets.queries.ts';
import type { TestSetScope } from '../../data/test-sets.queries.ts';

const CONSEQUENCES = [
  'Its right answers and its results in all runs are deleted.',
  'The figures of earlier runs stay as they are.',
];

interface DeleteQuestionDialogProps {
  scope: TestSetScope;
  question: TestQuestion;
  onClose: () => void;
}

export function DeleteQuestionDialog({ scope, question, onClose }: DeleteQuestionDialogProps) {
  const refresh = useTestSetRefresh(scope);
  const deletion = useMutation({
    mutationFn: () => deleteQuestion(scope.organizationId, scope.workspaceId, question.id),
    onSuccess: () => {
      toast.success('Question deleted');
      onClose();
      return refresh();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete the question')),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deletion.mutateAsync()}
      title="Delete question"
      name={question.query}
      consequences={CONSEQUENCES}
      confirmLabel="Delete question"
      pending={deletion.isPending}
    />
  );
}
