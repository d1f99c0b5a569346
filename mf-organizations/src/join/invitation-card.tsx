import { isApiError, messageOf } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { AuthCard, Box, Button, FormMessage, Stack, toast } from '@carrel/shared/ui';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useArrival } from './use-arrival.ts';
import { joinOrganization } from '../data/join.api.ts';

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
  const { signOut } = useShell();
  const arrival = useArrival();
  /** Why another account is needed, which names the organization and the invited address. */
  const [refusal, setRefusal] = useState<string>();

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
      else if (isApiError(error) && error.status === 403) setRefusal(error.message);
      else toast.error(messageOf(error, 'Failed to join organization. Please try again.'));
      return;
    }
    toast.success('Successfully joined the organization!');
    setTimeout(() => window.location.assign(consolePaths.dashboard()), READING_TIME);
  };

  const signInAsOther = async () => {
    setBusy(true);
    await signOut();
    await navigate(consolePaths.login(), { state: arrival });
  };

  return (
    <AuthCard
      title={`Welcome, ${firstName}`}
      description="You have been invited to join an organization."
    >
      <Stack gap="3">
        {refusal !== undefined && (
          <>
            {/* A name or an address may be one long word. */}
            <Box overflowWrap="anywhere">
              <FormMessage>{refusal}</FormMessage>
            </Box>
            <Button variant="primary" disabled={busy} onClick={signInAsOther}>
              Sign in as somebody else
            </Button>
          </>
        )}
        <Button
          variant={refusal === undefined ? 'primary' : 'secondary'}
          loading={busy}
          loadingText="Joining"
          onClick={accept}
        >
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
