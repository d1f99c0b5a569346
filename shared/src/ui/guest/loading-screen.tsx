import { chakra } from '@chakra-ui/react/styled-system';

import { Spinner } from './spinner.tsx';

const Screen = chakra('output', {
  base: {
    minHeight: '100dvh',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2.5',
    color: 'fg.muted',
  },
});

/** Fills the window while the session is checked. */
export function LoadingScreen() {
  return (
    <Screen>
      <Spinner />
      Loading...
    </Screen>
  );
}
