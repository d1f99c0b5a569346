import { describeFailure, isApiError, messageOf } from '@carrel/shared/api/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { useShell } from '@carrel/shared/shell';
import { AuthCard, Box, Button, ErrorState, Link, Stack, Text, toast } from '@carrel/shared/ui';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { linkAccount } from '../data/single-sign-on.api.ts';
import { usePendingLink } from './use-pending-link.ts';

const LINK_TITLE = 'Link your account';

/** Links an account that exists to single sign-on, once its owner has signed in. */
export function LinkAccountPage() {
  const { user, reloadUser } = useShell();
  const navigate = useNavigate();
  const [linking, setLinking] = useState(false);
  const pending = usePendingLink();

  if (pending.state === 'loading') return <Waiting />;
  if (pending.state === 'failed') {
    if (isApiError(pending.error) && pending.error.status === 404) return <NothingToLink />;
    return (
      <AuthCard title={LINK_TITLE}>
        <ErrorState
          title="Failed to load"
          {...describeFailure(pending.error)}
          onRetry={pending.retry}
        />
      </AuthCard>
    );
  }
  const { link } = pending;
  const confirm = async () => {
    setLinking(true);
    try {
      await linkAccount();
    } catch (error) {
      toast.error(messageOf(error, 'Failed to link your account'));
      setLinking(false);
      return;
    }
    toast.success('Your account is linked');
    await reloadUser();
    await navigate(link.return_path, { replace: true });
  };
  const { email_address: address, organization_name: organization } = link;
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
          The people who run the sign-in of {organization} can then sign in to this account, and you
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
          <Button variant="primary" loading={linking} loadingText="Linking" onClick={confirm}>
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
