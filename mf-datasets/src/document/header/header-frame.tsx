import { Box, Flex, Heading } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

interface HeaderFrameProps {
  title: string;
  /** Whether the title stands for one that is loaded: the focus waits for the heading that stays. */
  isPending?: boolean;
  /** The way to its neighbours, and what can be done with it. */
  actions?: ReactNode;
  facts?: ReactNode;
}

/** The head of a document: two lines, whose height does not depend on what they hold. */
export function HeaderFrame({ title, isPending = false, actions, facts }: HeaderFrameProps) {
  return (
    <Box as="header" mb="3">
      <Flex align="center" gap="2" minHeight="var(--control)">
        <Heading
          as={isPending ? 'div' : 'h1'}
          fontSize="xl"
          lineHeight="1.6"
          flex="1"
          minWidth="0"
          truncate
          title={title}
        >
          {title}
        </Heading>
        {actions}
      </Flex>
      <Flex
        align="center"
        columnGap="3"
        height="7"
        overflow="hidden"
        fontSize="sm"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
      >
        {facts}
      </Flex>
    </Box>
  );
}
