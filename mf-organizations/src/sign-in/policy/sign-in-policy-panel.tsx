import { describeFailure, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { ErrorState, Text } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { SignInPolicyForm } from './sign-in-policy-form.tsx';
import { getSignInPolicy } from '../../data/sign-in-policy.api.ts';

interface SignInPolicyPanelProps {
  organization: Organization;
  roleName: string;
}

/** What the organization asks of the sessions of its members. */
export function SignInPolicyPanel({ organization, roleName }: SignInPolicyPanelProps) {
  const policy = useQuery({
    queryKey: queryKeys.signInPolicy(organization.id),
    queryFn: () => getSignInPolicy(organization.id),
  });
  if (policy.isPending) return <Skeleton height="24rem" />;
  return (
    <Panel title="Policy">
      <Text mb="5" color="fg.muted">
        A session that does not meet the policy sees nothing of this organization. API keys and
        programs that are connected already are not affected.
      </Text>
      {policy.data === undefined ? (
        <ErrorState
          title="Failed to load the sign-in policy"
          {...describeFailure(policy.error)}
          retrying={policy.isFetching}
          onRetry={() => void policy.refetch()}
        />
      ) : (
        <SignInPolicyForm
          organizationId={organization.id}
          policy={policy.data}
          readOnly={roleName !== 'Owner'}
        />
      )}
    </Panel>
  );
}
