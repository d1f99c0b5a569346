import { Box } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

/** What of the window's height the screen does not have: the shell's bar and the space around a screen. */
const AROUND = { base: '5rem', md: '6rem' } as const;

/** The frame of the screen: as high and as wide as the window, so that only what is in it scrolls. */
export function DocumentLayout({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <Box
      data-full-width=""
      display="flex"
      flexDirection="column"
      height={{ base: `calc(100dvh - ${AROUND.base})`, md: `calc(100dvh - ${AROUND.md})` }}
      minHeight="26rem"
    >
      {header}
      <Box
        flex="1"
        minHeight="0"
        display="grid"
        gap="4"
        gridTemplateRows="minmax(0, 1fr)"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          lg: 'minmax(0, 1fr) clamp(20rem, 34%, 26rem)',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** A part of the screen, whose content scrolls by itself. */
export function Pane({ children }: { children?: ReactNode }) {
  return (
    <Box
      minWidth="0"
      minHeight="0"
      display="flex"
      flexDirection="column"
      overflow="hidden"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      {children}
    </Box>
  );
}
