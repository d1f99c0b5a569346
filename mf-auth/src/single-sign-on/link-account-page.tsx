import { describeFailure, isApiError, messageOf } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { AuthCard, Box, Button, ErrorState, Link, Stack, Text, toast } from '@carrel/shared/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { getPendingLink, linkAccount } from './single-sign-on.api.ts';

const LINK_TITLE = 'Link your account';

/** Links an account that exists to single sign-on, once its owner has signed in. */
export function LinkAccountPage() {
  const { user, reloadUser } = useShell();
  const navigate = useNavigate();
  const link = useQuery({ queryKey: ['sso-link'], queryFn: getPendingLink, retry: false });
  const linking = useMutation({
    mutationFn: linkAccount,
    onSuccess: async () => {
      toast.success('Your account is linked');
      await reloadUser();
      await navigate(link.data?.return_path ?? consolePaths.dashboard(), { replace: true });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to link your account')),
  });

  if (link.data === undefined) {
    if (link.isPending) return <Waiting />;
    if (isApiError(link.error) && link.error.status === 404) return <NothingToLink />;
    return (
      <AuthCard title={LINK_TITLE}>
        <ErrorState
          title="Failed to load"
          {...describeFailure(link.error)}
          retrying={link.isFetching}
          onRetry={() => void link.refetch()}
        />
      </AuthCard>
    );
  }
  const { email_address: address, organization_name: organization } = link.data;
  return (
    <AuthCard
      title={LINK_TITLE}
      description={
        <>
          There already is an account with the address <Strong>{address}</Strong>. Link it to sign
          in to it with <Strong>{organization}</Strong> from now on.
        </>
      }
      footer={
        <Link asChild>
          <RouterLink to={user === null ? consolePaths.login() : consolePaths.dashboard()}>
            Do not link
          </RouterLink>
        </Link>
      }
    >
      <Stack gap="4">
        <Text fontSize="sm" color="fg.muted">
          Whoever runs the sign-in of {organization} can then sign in to this account, and you
          become a member of the organization.
        </Text>
        {user === null ? (
          <>
            <Text fontSize="sm" color="fg.muted">
              Sign in once as you did so far, to show that the account is yours.
            </Text>
            <Button asChild variant="primary">
              <RouterLink to={consolePaths.login()} state={{ from: consolePaths.linkAccount() }}>
                Sign in
              </RouterLink>
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            loading={linking.isPending || linking.isSuccess}
            loadingText="Linking"
            onClick={() => linking.mutate()}
          >
            Link account
          </Button>
        )}
      </Stack>
    </AuthCard>
  );
}

function Strong({ children }: { children: string }) {
  return (
    <Text as="strong" fontWeight="medium" color="fg.default" overflowWrap="anywhere">
      {children}
    </Text>
  );
}

const Waiting = () => (
  <AuthCard title={LINK_TITLE} footer={<Box height="1.25rem" />}>
    <Box height="7.25rem" aria-busy />
  </AuthCard>
);

function NothingToLink() {
  return (
    <AuthCard
      title="Nothing to link"
      description="This took too long, or was begun in another browser. Sign in with single sign-on again."
    >
      <Stack>
        <Button asChild variant="secondary">
          <RouterLink to={consolePaths.singleSignOn()}>Use single sign-on</RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
