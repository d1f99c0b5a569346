import { Box, Text } from '@carrel/shared/ui';

import { MarkedText, markStyles } from '../marks/marked-text.tsx';
import type { ReadPassage } from '../reading.ts';

const NO_CURRENT = -1;

/** The selected passage above the picture that it was read from, in which its words cannot be marked. */
export function PassageNote({ passage: { text, words } }: { passage: ReadPassage }) {
  return (
    <Box
      as="section"
      aria-label="Passage read from the picture"
      tabIndex={0}
      flexShrink="0"
      maxHeight="6.5rem"
      overflowY="auto"
      px="4"
      py="2"
      fontSize="sm"
      bg="bg.subtle"
      borderBottomWidth="1px"
      css={markStyles}
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <Text color="fg.muted">Read from the picture:</Text>
      <Text dir="auto" whiteSpace="pre-line" overflowWrap="anywhere">
        <MarkedText
          text={text}
          start={0}
          marks={{ chunk: undefined, matches: words, current: NO_CURRENT }}
        />
      </Text>
    </Box>
  );
}
