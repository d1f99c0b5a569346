import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { keyframes } from '@emotion/react';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Stands where a screen will be while its code is on the way: a heading, a panel, after 150 ms. */
export function ScreenSkeleton() {
  return (
    <Box as="output" display="block" animation={`${appear} 120ms ease-out 150ms both`}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Box width="12rem" height="28px" borderRadius="control" bg="bg.subtle" mb="6" />
      <Box height="16rem" borderRadius="panel" bg="bg.panel" borderWidth="1px" />
    </Box>
  );
}
