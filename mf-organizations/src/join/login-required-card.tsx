import type { InvitationFacts } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { AuthCard, Button, Stack } from '@carrel/shared/ui';
import { Link as RouterLink } from 'react-router-dom';

import { useArrival } from './use-arrival.ts';

export function LoginRequiredCard({ facts }: { facts: InvitationFacts | undefined }) {
  const arrival = useArrival();

  return (
    <AuthCard
      title="Login Required"
      description={
        facts === undefined
          ? 'You need to log in before you can accept this invitation'
          : `${facts.invited_by} invites you to join ${facts.organization} as ${facts.role}. You need to log in before you can accept this invitation`
      }
    >
      <Stack gap="3">
        <Button asChild variant="primary">
          <RouterLink to={consolePaths.login()} state={arrival}>
            Login
          </RouterLink>
        </Button>
        <Button asChild variant="secondary">
          <RouterLink to={consolePaths.register()} state={arrival}>
            Register
          </RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
