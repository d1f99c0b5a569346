import { usePage, useShell } from '@carrel/shared/shell';
import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { InvalidInvitationCard } from './invalid-invitation-card.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { LoginRequiredCard } from './login-required-card.tsx';

export function JoinOrganizationPage() {
  usePage({ title: 'Join organization' });
  const { user } = useShell();
  const token = useParams()['token']?.trim() ?? '';
  const [refused, setRefused] = useState<string | null>(null);

  if (token === '' || refused === token) return <InvalidInvitationCard />;
  if (user === null) return <LoginRequiredCard />;
  return (
    <InvitationCard
      key={token}
      token={token}
      firstName={user.first_name}
      onRefused={() => setRefused(token)}
    />
  );
}
