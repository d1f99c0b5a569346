import { Box, Text } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

interface FactProps {
  term: string;
  children: ReactNode;
}

/** One fact about a program that a person decides about, within a `dl`. */
export function Fact({ term, children }: FactProps) {
  return (
    <Box minWidth="0">
      <Text as="dt" fontSize="xs" color="fg.muted">
        {term}
      </Text>
      <Box as="dd" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}
