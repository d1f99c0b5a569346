import { Box, Flex, Text } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

/** One action of a danger zone: what it does, and its button. */
export function DangerRow({ text, children }: { text: string; children: ReactNode }) {
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
