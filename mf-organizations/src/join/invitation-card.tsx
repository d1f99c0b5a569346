import { isApiError, messageOf } from '@carrel/shared/api';
import { STORAGE_KEYS, type CurrentUser, type InvitationFacts } from '@carrel/shared/contract';
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
  user: CurrentUser;
  /** To what it invites; undefined while that is read. */
  facts: InvitationFacts | undefined;
  onRefused: () => void;
}

/** Selects the organization that was joined, for the next load of the page. */
function selectJoined(before: CurrentUser, after: CurrentUser | null): void {
  const joined = Object.keys(after?.memberships ?? {}).find((id) => !(id in before.memberships));
  if (joined === undefined) return;
  try {
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, joined);
  } catch {
    // Without storage the first organization is selected.
  }
}

export function InvitationCard({ token, user, facts, onRefused }: InvitationCardProps) {
  const navigate = useNavigate();
  const sent = useRef(false);
  const [busy, setBusy] = useState(false);
  const { reloadUser, signOut } = useShell();
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
    selectJoined(user, await reloadUser().catch(() => null));
    setTimeout(() => window.location.assign(consolePaths.dashboard()), READING_TIME);
  };

  const signInAsOther = async () => {
    setBusy(true);
    await signOut();
    await navigate(consolePaths.login(), { state: arrival });
  };

  return (
    <AuthCard
      title={`Welcome, ${user.first_name}`}
      description={
        facts === undefined
          ? 'You have been invited to join an organization.'
          : `${facts.invited_by} invites you to join ${facts.organization} as ${facts.role}.`
      }
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
