import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import type { ReactNode } from 'react';

import { Text } from '../../guest/text.tsx';

export interface ActionRowProps {
  /** What the action does. */
  text: string;
  /** Its button. */
  children: ReactNode;
}

/** One action of a panel, such as a danger zone: what it does, and its button. */
export function ActionRow({ text, children }: ActionRowProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Box flex="1 1 14rem">
        <Text fontSize="sm" color="fg.muted">
          {text}
        </Text>
      </Box>
      {children}
    </Flex>
  );
}
