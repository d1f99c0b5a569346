import { Flex, Text } from '@carrel/shared/ui';
import { Info } from 'lucide-react';

/** Says what is missing from the results. */
export function PartialNote({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined || text === '') return null;
  return (
    <Flex
      role="note"
      gap="2"
      px="3"
      py="2"
      mb="3"
      borderRadius="md"
      bg="info.subtle"
      color="info.fg"
      css={{ '& svg': { flexShrink: 0, mt: '0.125rem' } }}
    >
      <Info size={16} aria-hidden />
      <Text fontSize="sm" overflowWrap="anywhere">
        {text}
      </Text>
    </Flex>
  );
}
