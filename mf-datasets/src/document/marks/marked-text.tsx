import { memo } from 'react';

import { segmentsOf } from './marks.ts';
import type { Marks } from './marks.ts';

interface MarkedTextProps {
  text: string;
  /** Its place in the document's text. */
  start: number;
  marks: Marks;
}

/** Text with what is marked in it. Each element knows its place, for clicks and for scrolling to it. */
export const MarkedText = memo(function MarkedText({ text, start, marks }: MarkedTextProps) {
  return segmentsOf(text, start, marks).map((segment) =>
    segment.isChunk || segment.match !== undefined ? (
      <mark
        key={segment.start}
        data-start={segment.start}
        data-chunk={segment.isChunk ? '' : undefined}
        data-match={segment.match}
      >
        {segment.text}
      </mark>
    ) : (
      <span key={segment.start} data-start={segment.start}>
        {segment.text}
      </span>
    ),
  );
});

/** Styles of a view for the marks in it. */
export const markStyles = {
  '& mark': { bg: 'transparent', color: 'inherit' },
  '& mark[data-chunk]': { bg: 'accent.subtle' },
  '& mark[data-match=other]': { bg: 'warning.subtle', color: 'warning.fg' },
  '& mark[data-match=current]': {
    bg: 'warning.subtle',
    color: 'warning.fg',
    outline: '2px solid',
    outlineColor: 'warning',
    borderRadius: '2px',
  },
} as const;
