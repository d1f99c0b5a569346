import { Box } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

/** A line of its own height, also while nothing is known yet. */
export function ProgressLine({ children }: { children?: ReactNode }) {
  return (
    <Box
      fontSize="xs"
      lineHeight="1.125rem"
      minHeight="1.125rem"
      color="fg.muted"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </Box>
  );
}
