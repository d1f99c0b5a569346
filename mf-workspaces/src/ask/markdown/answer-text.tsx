import type { SearchResult } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { useDeferredValue, useMemo } from 'react';

import { AnswerBlock } from './answer-block.tsx';
import { CitingContext } from './citation.tsx';
import { PROSE } from './prose.ts';
import { readAnswer } from './read-answer.ts';

interface AnswerTextProps {
  text: string;
  passages: readonly SearchResult[];
  onOpen: (passage: number) => void;
}

/** An answer in Markdown, whose citations open their passage. No HTML is made of it, and nothing in it is loaded. */
export function AnswerText({ text, passages, onOpen }: AnswerTextProps) {
  // Parts that arrive while the ones before are drawn are drawn together.
  const shown = useDeferredValue(text);
  const blocks = useMemo(() => readAnswer(shown, passages.length), [shown, passages.length]);
  const citing = useMemo(() => ({ passages, onOpen }), [passages, onOpen]);
  return (
    <CitingContext value={citing}>
      <Box maxWidth="42rem" minWidth="0" overflowWrap="anywhere" css={PROSE}>
        {blocks.map((block, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- blocks are only added
          <AnswerBlock key={index} passages={passages.length} {...block} />
        ))}
      </Box>
    </CitingContext>
  );
}
