import { Flex, Text } from '@carrel/shared/ui';
import type { ReactNode } from 'react';

/** What tests are for, beside what is done with all of them. */
export function TestSetHeader({ actions }: { actions: ReactNode }) {
  return (
    <Flex wrap="wrap" align="center" gap="4" rowGap="3" mb="6">
      <Text flex="1 1 16rem" color="fg.muted">
        Questions with known answers show whether the search got better or worse
      </Text>
      <Flex wrap="wrap" gap="2">
        {actions}
      </Flex>
    </Flex>
  );
}
