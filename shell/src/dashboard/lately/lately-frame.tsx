import { Box, Grid } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

/** The heights of the cards, so that nothing shifts when they have loaded. */
export const PLOT_HEIGHT = '15rem';
export const LIST_HEIGHT = '17rem';

/** Two cards side by side; one below the other on a narrow screen. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      {children}
    </Grid>
  );
}

/** What happened lately, while it is loading. */
export function LatelySkeleton() {
  return (
    <>
      <Pair>
        <Waiting height={PLOT_HEIGHT} />
        <Waiting height={PLOT_HEIGHT} />
      </Pair>
      <Pair>
        <Waiting height={LIST_HEIGHT} />
        <Waiting height={LIST_HEIGHT} />
      </Pair>
    </>
  );
}

function Waiting({ height }: { height: string }) {
  return (
    <Box display="grid" minHeight={height} aria-busy>
      <Panel>
        <Skeleton width="12rem" maxWidth="60%" />
        <Skeleton height="9rem" mt="5" />
      </Panel>
    </Box>
  );
}
