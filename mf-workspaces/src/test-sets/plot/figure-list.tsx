import type { TestFigures } from '@carrel/shared/contract';
import { Box, Grid, Text } from '@carrel/shared/ui';

import { differenceText, FIGURES, figureText } from './figure-words.ts';

interface FigureListProps {
  figures: TestFigures;
  /** What they are compared with. */
  before?: TestFigures | null | undefined;
}

const toneOf = (difference: string) =>
  difference.startsWith('+') ? 'success.fg' : difference.startsWith('−') ? 'danger.fg' : 'fg.muted';

/** The figures of a run, each with the difference to another one. */
export function FigureList({ figures, before }: FigureListProps) {
  return (
    <Grid as="dl" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(8rem, 1fr))">
      {FIGURES.map(({ name, label, help }) => {
        const difference = before ? differenceText(figures[name], before[name]) : undefined;
        return (
          <Box key={name}>
            <Text as="dt" fontSize="sm" color="fg.muted" title={help}>
              {label}
            </Text>
            <Box as="dd" fontVariantNumeric="tabular-nums">
              <Text as="span" fontSize="2xl" fontWeight="semibold" letterSpacing="-0.02em">
                {figureText(figures[name])}
              </Text>
              {difference !== undefined && (
                <Text as="span" ms="2" fontSize="sm" color={toneOf(difference)}>
                  {difference}
                </Text>
              )}
            </Box>
          </Box>
        );
      })}
    </Grid>
  );
}
