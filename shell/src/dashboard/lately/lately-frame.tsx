import { Box, Grid } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

/** The least heights of the cards, so that little moves when they have loaded. */
const HEIGHTS = { plot: '16rem', list: '9rem' } as const;

/** Two cards side by side; one below the other on a narrow screen. */
export function Cards({ children }: { children: ReactNode }) {
  return (
    <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      {children}
    </Grid>
  );
}

/** Space for a card. */
export function Slot({ kind, children }: { kind: keyof typeof HEIGHTS; children: ReactNode }) {
  return (
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" minWidth="0" minHeight={HEIGHTS[kind]}>
      {children}
    </Box>
  );
}

const WAITING = [
  ['documents', 'plot'],
  ['searches', 'plot'],
  ['failures', 'list'],
  ['work', 'list'],
] as const;

/** What happened lately, while it is loading. */
export function LatelySkeleton() {
  return (
    <Cards>
      {WAITING.map(([key, kind]) => (
        <Slot key={key} kind={kind}>
          <Panel>
            <Skeleton width="12rem" maxWidth="60%" />
            <Skeleton height={kind === 'plot' ? '9rem' : '3rem'} mt="5" />
          </Panel>
        </Slot>
      ))}
    </Cards>
  );
}
