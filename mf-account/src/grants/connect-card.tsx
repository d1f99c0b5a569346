import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import type { RequestedGrant } from '@carrel/shared/contract';
import { Button, ErrorState, Link, Spinner, Stack, Text, toast } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { decideGrant, findRequestedGrant, type GrantRequest } from '../data/grants.api.ts';
import { RequestedGrantFacts } from './requested-grant-facts.tsx';

/** Shows which program asks for what, takes the decision, and goes back to the program. */
export function ConnectCard({ request }: { request: GrantRequest }) {
  const queryClient = useQueryClient();
  const requested = useQuery({
    queryKey: [...queryKeys.grants(), 'requested', request],
    queryFn: () => findRequestedGrant(request),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const decision = useMutation({
    mutationFn: ({ grant, approved }: { grant: RequestedGrant; approved: boolean }) =>
      decideGrant(request, grant, approved),
    onSuccess: async ({ redirect_url }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.grants(), exact: true });
      window.location.assign(redirect_url);
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to connect')),
  });

  if (decision.isSuccess) {
    const { approved } = decision.variables;
    return (
      <Panel title={approved ? 'Connected' : 'Not connected'}>
        <Text as="output">
          You are taken back to the program.{' '}
          <Link href={decision.data.redirect_url}>Go back now</Link>
        </Text>
      </Panel>
    );
  }
  if (requested.isPending) {
    return (
      <Text color="fg.muted">
        <Spinner /> Looking for the program
      </Text>
    );
  }
  if (requested.isError) {
    const isFinal =
      isApiError(requested.error) && [400, 404, 422].includes(requested.error.status ?? 0);
    return (
      <ErrorState
        title="Nothing to connect"
        message={messageOf(requested.error, 'Failed to load the request')}
        {...(!isFinal && {
          onRetry: () => void requested.refetch(),
          retrying: requested.isFetching,
        })}
      />
    );
  }
  const grant = requested.data;
  const deciding = decision.isPending ? decision.variables.approved : undefined;
  return (
    <Panel title="Let this program read a workspace?">
      <Stack gap="5">
        <RequestedGrantFacts grant={grant} />
        <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
          <Button
            variant="primary"
            loading={deciding === true}
            loadingText="Connecting"
            disabled={deciding !== undefined}
            onClick={() => decision.mutate({ grant, approved: true })}
          >
            Allow
          </Button>
          <Button
            loading={deciding === false}
            loadingText="Cancelling"
            disabled={deciding !== undefined}
            onClick={() => decision.mutate({ grant, approved: false })}
          >
            Cancel
          </Button>
        </Stack>
      </Stack>
    </Panel>
  );
}
