import { isApiError, messageOf } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { AuthCard, Button, Stack, toast } from '@carrel/shared/ui';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { joinOrganization } from './join.api.ts';

/** Milliseconds for which the success is shown before the page is loaded again. */
const READING_TIME = 1500;

interface InvitationCardProps {
  token: string;
  firstName: string;
  onRefused: () => void;
}

export function InvitationCard({ token, firstName, onRefused }: InvitationCardProps) {
  const navigate = useNavigate();
  const sent = useRef(false);
  const [busy, setBusy] = useState(false);

  const accept = async () => {
    if (sent.current) return;
    sent.current = true;
    setBusy(true);
    try {
      await joinOrganization({ invitation_token: token });
    } catch (error) {
      sent.current = false;
      setBusy(false);
      if (isApiError(error) && error.status === 400) onRefused();
      else toast.error(messageOf(error, 'Failed to join organization. Please try again.'));
      return;
    }
    toast.success('Successfully joined the organization!');
    setTimeout(() => window.location.assign(consolePaths.dashboard()), READING_TIME);
  };

  return (
    <AuthCard
      title={`Welcome, ${firstName}`}
      description="You have been invited to join an organization."
    >
      <Stack gap="3">
        <Button variant="primary" loading={busy} loadingText="Joining" onClick={accept}>
          Accept Invitation
        </Button>
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => navigate(consolePaths.dashboard())}
        >
          Decline
        </Button>
      </Stack>
    </AuthCard>
  );
}
