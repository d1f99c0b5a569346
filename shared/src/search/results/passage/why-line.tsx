import type { SearchResult } from '@carrel/shared/contract';
import { Box, Text } from '@carrel/shared/ui';

import { matchedWords, whyText } from './why.ts';

/** Why a result was found: its place in each list, and the words that it has. */
export function WhyLine({ result }: { result: SearchResult }) {
  const why = whyText(result);
  const words = matchedWords(result);
  if (why === '' && words.length === 0) return null;
  return (
    <Text fontSize="xs" color="fg.muted" minWidth="0" overflowWrap="anywhere">
      {why}
      {words.length > 0 && (
        <Box as="span" ms={why === '' ? '0' : '3'}>
          {`Matched: ${words.join(', ')}`}
        </Box>
      )}
    </Text>
  );
}
