import type { CurrentUser } from '@carrel/shared/contract/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { shownEmailOf, useShell } from '@carrel/shared/shell';
import { AuthCard, Button, Stack } from '@carrel/shared/ui';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

/** Asks a signed-in user, whose session would hide the new account. */
export function SignedInCard({ user }: { user: CurrentUser }) {
  const { signOut } = useShell();
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    await signOut();
  };

  return (
    <AuthCard
      title="Accept invitation"
      description={`You are signed in as ${shownEmailOf(user)}. This invitation creates another account.`}
    >
      <Stack gap="3">
        <Button variant="primary" loading={busy} loadingText="Signing out" onClick={leave}>
          Log out and create an account
        </Button>
        <Button asChild variant="secondary">
          <RouterLink to={consolePaths.dashboard()}>Return to Dashboard</RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
