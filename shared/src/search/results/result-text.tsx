import type { SearchResult } from '@carrel/shared/contract';
import { Box, Button } from '@carrel/shared/ui';
import { useId, useLayoutEffect, useRef, useState } from 'react';

import { excerptOf, markedParts } from './excerpt.ts';

const LINES = 6;

/** The text of a chunk with the query's words marked; at first its part around the first of them. */
export function ResultText({ text, highlights }: Pick<SearchResult, 'text' | 'highlights'>) {
  const id = useId();
  const [all, setAll] = useState(false);
  const body = useRef<HTMLParagraphElement>(null);
  const isCut = useIsCut(body, all);
  const range = all ? ([0, text.length] as const) : excerptOf(text, highlights);
  const [start, end] = range;
  return (
    <Box>
      <Box
        asChild
        whiteSpace="pre-line"
        overflowWrap="anywhere"
        lineHeight="1.6"
        maxWidth="46rem"
        css={{ '& mark': MARK, ...(all ? {} : { lineClamp: LINES }) }}
      >
        <p ref={body} id={id} dir="auto">
          {start > 0 && '… '}
          {markedParts(text, highlights, range).map((part) =>
            part.marked ? <mark key={part.at}>{part.text}</mark> : part.text,
          )}
          {end < text.length && ' …'}
        </p>
      </Box>
      {(all || start > 0 || end < text.length || isCut) && (
        <Button
          size="sm"
          variant="ghost"
          ms="-2.5"
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show less' : 'Show all'}
        </Button>
      )}
    </Box>
  );
}

/** Returns whether lines of a text are hidden, as they are in narrow columns. */
function useIsCut(body: { current: HTMLElement | null }, all: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null || all) return undefined;
    const observer = new ResizeObserver(() =>
      setCut(element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [body, all]);
  return isCut;
}

const MARK = {
  bg: 'warning.subtle',
  color: 'fg.default',
  fontWeight: 'medium',
  borderRadius: '2px',
  boxShadow: '0 0 0 1px {colors.warning.subtle}, inset 0 -1px 0 {colors.warning}',
};
