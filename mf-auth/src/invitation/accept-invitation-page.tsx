import { useInvitation } from '@carrel/shared/api/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { usePage, useShell } from '@carrel/shared/shell';
import { AuthCard, Box, Button, Link, Stack, Text } from '@carrel/shared/ui';
import { Link as RouterLink, useParams } from 'react-router-dom';

import { SignedInCard } from './signed-in-card.tsx';
import { AcceptInvitationForm } from './accept-invitation-form.tsx';

export function AcceptInvitationPage() {
  usePage({ title: 'Accept invitation' });
  const { user } = useShell();
  const token = useParams()['token']?.trim() ?? '';
  const invitation = useInvitation(token);
  if (token === '') {
    return (
      <AuthCard
        title="Invalid Invitation"
        description="The invitation link is invalid or malformed."
      >
        <Stack>
          <Button asChild variant="secondary">
            <RouterLink to={consolePaths.login()}>Sign in</RouterLink>
          </Button>
        </Stack>
      </AuthCard>
    );
  }
  if (user !== null) return <SignedInCard user={user} />;
  return (
    <AuthCard
      title="Accept invitation"
      // Two lines from the begin: what is known arrives after the form.
      description={
        <Box as="span" display="block" minHeight="2lh">
          {describe(invitation)}
        </Box>
      }
      footer={
        <Text>
          Already have an account?{' '}
          <Link asChild>
            <RouterLink to={consolePaths.login()}>Sign in</RouterLink>
          </Link>
        </Text>
      }
    >
      <AcceptInvitationForm key={token} token={token} />
    </AuthCard>
  );
}

function describe(invitation: ReturnType<typeof useInvitation>): string {
  if (invitation === undefined) return 'Create your account to join the organization';
  if (invitation === 'invalid') {
    return 'This invitation is not valid any more. Ask who invited you for a new one.';
  }
  const { invited_by, organization, role } = invitation;
  return `${invited_by} invites you to join ${organization} as ${role}. Create your account to join.`;
}
