import { Box } from '@carrel/shared/ui';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says that documents take much longer than usual. */
export function StalledNote({ children }: { children: ReactNode }) {
  return (
    <Box
      as="span"
      display="inline-flex"
      alignItems="flex-start"
      gap="1.5"
      minWidth="0"
      color="warning.fg"
      fontWeight="medium"
      css={{ '& svg': { flexShrink: 0, mt: '0.125rem' } }}
    >
      <TriangleAlert size={14} aria-hidden />
      {children}
    </Box>
  );
}
