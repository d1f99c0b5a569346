import { Flex, Grid, Link, Text } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { Slot } from './lately-frame.tsx';

export interface CardRow {
  key: string;
  name: string;
  to: string;
  /** Beside the name, such as how many. */
  aside: ReactNode;
}

interface ListCardProps {
  title: string;
  description?: string | undefined;
  rows: readonly CardRow[];
  /** What will be here. */
  empty: string;
}

/** A few rows, each with the way to what it counts. */
export function ListCard({ title, description, rows, empty }: ListCardProps) {
  return (
    <Slot kind="list">
      <Panel title={title} description={description}>
        {rows.length === 0 ? (
          <Text color="fg.muted">{empty}</Text>
        ) : (
          <Grid as="ul" listStyleType="none" gap="2" gridTemplateColumns="minmax(0, 1fr)">
            {rows.map(({ key, name, to, aside }) => (
              <Flex as="li" key={key} wrap="wrap" columnGap="3" align="baseline">
                <Link asChild flex="1 1 9rem" truncate>
                  <RouterLink to={to}>{name}</RouterLink>
                </Link>
                <Text
                  as="span"
                  fontSize="sm"
                  color="fg.muted"
                  whiteSpace="nowrap"
                  fontVariantNumeric="tabular-nums"
                >
                  {aside}
                </Text>
              </Flex>
            ))}
          </Grid>
        )}
      </Panel>
    </Slot>
  );
}
