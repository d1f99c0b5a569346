import { Box, Flex, Text } from '@carrel/shared/ui';

import { QueryHelp } from '../query/query-help.tsx';
import type { SearchScope } from '../search-scope.ts';

/** Shown before anything is typed. */
export function StartNote({ kind }: Pick<SearchScope, 'kind'>) {
  return (
    <Box py="10" textAlign="center" color="fg.muted">
      <Text>{`Type to search the documents of this ${kind}.`}</Text>
      <Text fontSize="sm">Results are the passages that were found, with the reason for each.</Text>
      <Flex justify="center" mt="6">
        <QueryHelp inLines />
      </Flex>
    </Box>
  );
}
