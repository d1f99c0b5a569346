import { Box, Button, Text } from '@carrel/shared/ui';
import { useSyncExternalStore } from 'react';

import { subscribeToRemotes } from '../remote-store.ts';
import { applyUpdate, GONE, waitingVersion } from './remote-updates.ts';

/** Hidden beside an open dialog: nothing outside it can be clicked, and the update waits for its end. */
const BESIDE_OTHERS = {
  // The banners of overrides and of the session are at the same position.
  'body:has(section[aria-label=Overrides], section[aria-label=Session] > *) &': { bottom: '7rem' },
  'body:has([role=dialog], [role=alertdialog]) &': { display: 'none' },
};

/** Offers the newer release of a screen, or its end, where unsaved input on it would be lost by that. */
export function UpdateOffer({ remote }: { remote: string }) {
  const read = () => waitingVersion(remote);
  const version = useSyncExternalStore(subscribeToRemotes, read, read);
  return (
    <Box
      as="output"
      position="fixed"
      bottom="4"
      left="50%"
      transform="translateX(-50%)"
      zIndex="toast"
      width="max-content"
      maxWidth="calc(100vw - 2rem)"
      css={BESIDE_OTHERS}
    >
      {version !== undefined && (
        <Box
          data-version={version}
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
            {version === GONE
              ? 'This screen is no longer part of Carrel'
              : 'A new version of this screen is ready'}
          </Text>
          <Button size="sm" onClick={() => applyUpdate(remote)}>
            {version === GONE ? 'Leave' : 'Update'}
          </Button>
        </Box>
      )}
    </Box>
  );
}
