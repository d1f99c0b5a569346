import type { SearchResult } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { useLayoutEffect, useRef } from 'react';

import { excerptOf, linesOfParagraphs, markedParts } from './excerpt.ts';

/** Lines of a text at first. */
const LINES = 6;

interface ResultTextProps extends Pick<SearchResult, 'text' | 'highlights'> {
  id: string;
  /** Shows the whole text, not only its part around the first marked word. */
  all: boolean;
  /** Says whether lines of that part are hidden, as they are in narrow columns. */
  onCut: (isCut: boolean) => void;
}

/** The text of a chunk with the query's words marked. */
export function ResultText({ id, text, highlights, all, onCut }: ResultTextProps) {
  const body = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null || all) return undefined;
    const observer = new ResizeObserver(() =>
      onCut(element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [all, onCut]);
  const [start, end] = all ? [0, text.length] : excerptOf(text, highlights);
  const shown = all ? (part: string) => part : linesOfParagraphs;
  return (
    <Box
      asChild
      overflowWrap="anywhere"
      lineHeight="1.6"
      maxWidth="46rem"
      whiteSpace="pre-line"
      css={{ '& mark': MARK, ...(all ? {} : { lineClamp: LINES }) }}
    >
      <p ref={body} id={id} dir="auto">
        {start > 0 && '… '}
        {markedParts(text, highlights, [start, end]).map((part) =>
          part.marked ? <mark key={part.at}>{part.text}</mark> : shown(part.text),
        )}
        {end < text.length && ' …'}
      </p>
    </Box>
  );
}

const MARK = {
  bg: 'warning.subtle',
  color: 'fg.default',
  fontWeight: 'medium',
  borderRadius: '2px',
  boxShadow: '0 0 0 1px {colors.warning.subtle}, inset 0 -1px 0 {colors.warning}',
};
