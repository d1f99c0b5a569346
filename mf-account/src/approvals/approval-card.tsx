import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import { Button, ErrorState, Spinner, Stack, Text, toast } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { ApprovalFacts } from './approval-facts.tsx';
import { decideApproval, findApproval } from '../data/approvals.api.ts';

interface ApprovalCardProps {
  code: string;
  onOtherCode: () => void;
}

const OUTCOMES = {
  approved: 'The program is signed in. You can close this page and go on in the terminal.',
  denied: 'The program was not signed in. You can close this page.',
};

/** Shows who asks to be signed in with a code, and takes the decision. */
export function ApprovalCard({ code, onOtherCode }: ApprovalCardProps) {
  const queryClient = useQueryClient();
  const approval = useQuery({
    queryKey: [...queryKeys.sessions(), 'approval', code],
    queryFn: () => findApproval(code),
    // It is decided once; asking again after that would find nothing.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const decision = useMutation({
    mutationFn: (approved: boolean) => decideApproval({ user_code: code, approved }),
    onSuccess: (_, approved) =>
      approved
        ? queryClient.invalidateQueries({ queryKey: queryKeys.sessions(), exact: true })
        : undefined,
    onError: (error) => toast.error(messageOf(error, 'Failed to decide')),
  });

  if (decision.isSuccess) {
    const outcome = decision.variables ? 'approved' : 'denied';
    return (
      <Panel title={decision.variables ? 'Approved' : 'Denied'}>
        <Text as="output">{OUTCOMES[outcome]}</Text>
      </Panel>
    );
  }
  if (approval.isPending) {
    return (
      <Text color="fg.muted">
        <Spinner /> Looking for the program
      </Text>
    );
  }
  if (approval.isError) {
    const isUnknown = isApiError(approval.error) && [404, 422].includes(approval.error.status ?? 0);
    return (
      <ErrorState
        title="Nothing to approve"
        message={messageOf(approval.error, 'Failed to load the request')}
        onRetry={isUnknown ? onOtherCode : () => void approval.refetch()}
        retryLabel={isUnknown ? 'Enter another code' : 'Retry'}
        retrying={approval.isFetching}
      />
    );
  }
  const deciding = decision.isPending ? decision.variables : undefined;
  return (
    <Panel title="Does your terminal show this code?">
      <Stack gap="5">
        <ApprovalFacts approval={approval.data} />
        <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
          <Button
            variant="primary"
            loading={deciding === true}
            loadingText="Approving"
            disabled={deciding !== undefined}
            onClick={() => decision.mutate(true)}
          >
            Approve
          </Button>
          <Button
            loading={deciding === false}
            loadingText="Denying"
            disabled={deciding !== undefined}
            onClick={() => decision.mutate(false)}
          >
            Deny
          </Button>
        </Stack>
      </Stack>
    </Panel>
  );
}
