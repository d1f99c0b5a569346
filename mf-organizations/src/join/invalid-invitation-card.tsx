import { consolePaths } from '@carrel/shared/paths';
import { AuthCard, Button, Stack } from '@carrel/shared/ui';
import { Link as RouterLink } from 'react-router-dom';

export function InvalidInvitationCard() {
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
