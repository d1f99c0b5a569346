import { useShell } from '@carrel/shared/shell';
import { Box, Button, Text } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';

import { logFailure } from '../base/log-failure.ts';
import { renewalFailedAtom } from '../state/session.atoms.ts';

/** Hidden beside an open dialog, whose own button tries again: nothing outside it can be clicked. */
const BESIDE_DIALOGS = { 'body:has([role=dialog], [role=alertdialog]) &': { display: 'none' } };

/** Says that the session could not be renewed, and tries again. The screen stays as it is. */
export function RenewalBanner() {
  const failed = useAtomValue(renewalFailedAtom);
  const { reloadUser } = useShell();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  const retry = async () => {
    setBusy(true);
    try {
      await reloadUser();
      await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    } catch (error) {
      logFailure('The session could not be renewed', error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box
      as="section"
      aria-label="Session"
      role="alert"
      position="fixed"
      bottom="4"
      left="50%"
      transform="translateX(-50%)"
      zIndex="toast"
      width="max-content"
      maxWidth="calc(100vw - 2rem)"
      css={BESIDE_DIALOGS}
    >
      {failed && (
        <Box
          display="flex"
          alignItems="center"
          gap="4"
          py="2"
          pl="4"
          pr="2"
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="lg"
          boxShadow="raised"
        >
          <Text fontSize="sm">
            The server could not be reached to renew your session. What you typed is kept.
          </Text>
          <Button size="sm" flexShrink="0" loading={busy} loadingText="Trying" onClick={retry}>
            Try again
          </Button>
        </Box>
      )}
    </Box>
  );
}
