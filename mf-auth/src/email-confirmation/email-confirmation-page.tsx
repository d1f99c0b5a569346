import { consolePaths } from '@carrel/shared/paths/guest';
import { usePage } from '@carrel/shared/shell';
import {
  AuthCard,
  Button,
  Flex,
  FormMessage,
  Spinner,
  Stack,
  VisuallyHidden,
} from '@carrel/shared/ui';
import { Link as RouterLink, useParams } from 'react-router-dom';

import { useConfirmation } from './confirmation.ts';
import { ContinueButton } from './continue-button.tsx';

export function EmailConfirmationPage() {
  usePage({ title: 'Confirm email' });
  const confirmation = useConfirmation(useParams()['token']?.trim() ?? '');

  // Each outcome is a card of its own. The first two are alike in size: one line, then one control.
  if (confirmation.state === 'loading') {
    return (
      <AuthCard key="loading" title="Confirming your email" description="This takes a moment">
        <Flex as="output" justify="center" align="center" height="var(--control)">
          <Spinner />
          <VisuallyHidden>Loading...</VisuallyHidden>
        </Flex>
      </AuthCard>
    );
  }
  if (confirmation.state === 'confirmed') {
    return (
      <AuthCard
        key="confirmed"
        title="Email Confirmed!"
        description="Your email address is confirmed"
      >
        <Stack>
          <ContinueButton />
        </Stack>
      </AuthCard>
    );
  }
  return (
    <AuthCard key="failed" title="Confirmation Failed">
      <Stack gap="4">
        <FormMessage>{confirmation.message}</FormMessage>
        <Stack gap="2">
          <ContinueButton />
          <Button asChild variant="secondary">
            <RouterLink to={consolePaths.home()}>Go to Home</RouterLink>
          </Button>
        </Stack>
      </Stack>
    </AuthCard>
  );
}
