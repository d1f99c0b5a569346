import { Box, Flex, Text } from '@carrel/shared/ui';
import { User, Users } from 'lucide-react';

import type { PersonOrGroup } from './access-draft.ts';
import { KIND_LABELS } from './access-labels.ts';

/** The name of a person or a group, and which of both it is. */
export function PersonOrGroupName({ kind, name }: PersonOrGroup) {
  const Icon = kind === 'group' ? Users : User;
  return (
    <Flex flex="1 1 10rem" minWidth="0" align="center" gap="2.5">
      <Box as="span" display="inline-flex" flexShrink="0" color="fg.muted">
        <Icon size={16} aria-hidden />
      </Box>
      <Box minWidth="0">
        <Text overflowWrap="anywhere" lineHeight="1.3">
          {name}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {KIND_LABELS[kind]}
        </Text>
      </Box>
    </Flex>
  );
}
