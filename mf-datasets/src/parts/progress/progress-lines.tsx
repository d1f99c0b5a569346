import type { Archive } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

/** Returns how many lines tell of the work on an archive: what waits, and its speed while it is processed. */
export const linesOf = ({ status, paused }: Archive) =>
  status === 'processing' && paused !== true ? 2 : 1;

/** Lines that keep their height while nothing is known yet. */
export function ProgressLines({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Box
      fontSize="xs"
      lineHeight="1.125rem"
      minHeight={`${count * 1.125}rem`}
      width={{ md: '10.5rem' }}
      whiteSpace="normal"
      color="fg.muted"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </Box>
  );
}
