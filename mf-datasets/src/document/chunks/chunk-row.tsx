import type { DocumentChunk } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';
import { memo } from 'react';

import { confidenceText } from '../../data/ocr-labels.ts';

const numbers = new Intl.NumberFormat('en-US');

/** Pixels of a row. */
export const CHUNK_ROW = 84;

interface ChunkRowProps {
  /** From 0. */
  number: number;
  /** Undefined while it is loaded. */
  chunk: DocumentChunk | undefined;
  id: string;
  total: number;
  selected: boolean;
  onSelect: (number: number) => void;
}

/** Returns the pages of a chunk as `page 3` or `pages 3–4`; undefined without any. */
export function pagesOf({ page_first: first, page_last: last }: DocumentChunk): string | undefined {
  if (typeof first !== 'number') return undefined;
  return typeof last !== 'number' || last === first ? `page ${first}` : `pages ${first}–${last}`;
}

/** A chunk in the list: where it is, and how it begins. */
export const ChunkRow = memo(function ChunkRow(props: ChunkRowProps) {
  const { number, chunk, id, total, selected, onSelect } = props;
  return (
    // The list has the focus, and its keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={selected}
      aria-posinset={number + 1}
      aria-setsize={total}
      aria-busy={chunk === undefined || undefined}
      style={{ transform: `translateY(${number * CHUNK_ROW}px)` }}
      onClick={() => onSelect(number)}
    >
      <div data-facts="">
        <b>{numbers.format(number + 1)}</b>
        {chunk !== undefined && (
          <>
            {pagesOf(chunk) !== undefined && <span>{pagesOf(chunk)}</span>}
            <span data-trail="">{chunk.headings.map(shownName).join(' › ')}</span>
            {confidenceText(chunk.confidence) !== undefined && (
              <span>{confidenceText(chunk.confidence)}</span>
            )}
            {chunk.off === true && <span data-off="">Off</span>}
            {chunk.change !== null && chunk.change !== undefined && <span>Changed by hand</span>}
            <span>{`${numbers.format(chunk.text.length)} characters`}</span>
          </>
        )}
      </div>
      {/* More than two lines are never visible. */}
      <p data-off={chunk?.off === true ? '' : undefined}>{chunk?.text.slice(0, 400)}</p>
    </div>
  );
});

/** Styles of the list for its rows, which are plain elements. */
export const rowStyles = {
  '& [role=option]': {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: `${CHUNK_ROW}px`,
    px: '4',
    py: '2.5',
    fontSize: 'sm',
    borderBottomWidth: '1px',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
  },
  '& [role=option][aria-selected=true]': {
    bg: 'accent.subtle',
    boxShadow: 'inset 2px 0 0 {colors.accent}',
  },
  '& [data-facts]': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '2',
    mb: '0.5',
    fontSize: 'xs',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '& b': { color: 'fg.default', fontWeight: 'semibold' },
  },
  '& [aria-selected=true] [data-facts]': { color: 'fg.default' },
  '& [data-trail]': { flex: 1, minWidth: 0, truncate: true },
  '& span[data-off]': { color: 'warning.fg', fontWeight: 'medium' },
  '& p[data-off]': { color: 'fg.muted', textDecoration: 'line-through' },
  '& p': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    lineHeight: '1.4',
  },
} as const;
