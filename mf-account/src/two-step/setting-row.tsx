import { Box, Flex, Text } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

/** A frame of rows. */
export function SettingRows({ children }: { children: ReactNode }) {
  return (
    <Box
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
      css={{ '& > * + *': { borderTopWidth: '1px' } }}
    >
      {children}
    </Box>
  );
}

interface SettingRowProps {
  title: string;
  /** Its state. */
  text: ReactNode;
  action?: ReactNode;
}

/** One setting with its state, and a button that changes it. */
export function SettingRow({ title, text, action }: SettingRowProps) {
  return (
    <Flex wrap="wrap" align="center" gap="3" px={{ base: '4', md: '5' }} py="3.5">
      <Box flex="1 1 14rem" minWidth="0">
        <Text fontWeight="medium">{title}</Text>
        <Text fontSize="sm" color="fg.muted">
          {text}
        </Text>
      </Box>
      {action}
    </Flex>
  );
}
