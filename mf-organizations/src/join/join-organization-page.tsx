import { useInvitation } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { usePage, useShell } from '@carrel/shared/shell';
import { AuthCard, Button, Stack } from '@carrel/shared/ui';
import { useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';

import { InvitationCard } from './invitation-card.tsx';
import { LoginRequiredCard } from './login-required-card.tsx';

export function JoinOrganizationPage() {
  usePage({ title: 'Join organization' });
  const { user } = useShell();
  const token = useParams()['token']?.trim() ?? '';
  const [refused, setRefused] = useState<string | null>(null);

  const invitation = useInvitation(token);
  const facts = invitation === 'invalid' ? undefined : invitation;
  if (token === '' || refused === token) return <InvalidInvitationCard />;
  if (user === null) return <LoginRequiredCard facts={facts} />;
  if (invitation === 'invalid') return <InvalidInvitationCard />;
  return (
    <InvitationCard
      key={token}
      token={token}
      user={user}
      facts={facts}
      onRefused={() => setRefused(token)}
    />
  );
}

function InvalidInvitationCard() {
  return (
    <AuthCard title="Invalid Invitation" description="The invitation link is invalid or malformed.">
      <Stack>
        <Button asChild variant="primary">
          <RouterLink to={consolePaths.dashboard()}>Return to Dashboard</RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
