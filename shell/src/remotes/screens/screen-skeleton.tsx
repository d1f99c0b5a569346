import { Box, LoadingScreen, VisuallyHidden } from '@carrel/shared/ui';
import { keyframes } from '@emotion/react';
import { useContext } from 'react';

import { FramedContext } from '../framed.ts';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Placeholder of a screen whose code is loading: a heading and a panel, after 150 ms. */
export function ScreenSkeleton() {
  if (!useContext(FramedContext)) {
    return (
      <Box animation={`${appear} 120ms ease-out 150ms both`}>
        <LoadingScreen />
      </Box>
    );
  }
  return (
    <Box
      as="output"
      data-skeleton
      display="block"
      animation={`${appear} 120ms ease-out 150ms both`}
    >
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Box width="12rem" height="28px" borderRadius="control" bg="bg.subtle" mb="6" />
      <Box height="16rem" borderRadius="panel" bg="bg.panel" borderWidth="1px" />
    </Box>
  );
}
