import { describeFailure } from '@carrel/shared/api';
import type { DocumentDetail } from '@carrel/shared/contract';
import { Box, ErrorState } from '@carrel/shared/ui';
import { useRowWindow } from '@carrel/shared/ui/signed-in';
import { useId, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';

import { rowAfterKey } from '../../parts/use-list-keys.ts';
import type { DocumentPlace } from '../../data/document.api.ts';
import type { Selection } from './selection.ts';
import { CHUNK_ROW, ChunkRow, rowStyles } from './chunk-row.tsx';
import { pagesOfRows, useChunkPages } from './use-chunk-pages.ts';

interface ChunkListProps {
  place: DocumentPlace;
  document: DocumentDetail;
  selection: Selection;
}

/** The chunks of a document. Only the rows in view are rendered, and their pages loaded. */
export function ChunkList({ place, document, selection }: ChunkListProps) {
  const { chunk_count: total } = document;
  const { number: selected, select } = selection;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const view = useRowWindow(list, CHUNK_ROW, total);
  const pages = useChunkPages(place, document, pagesOfRows(view.first, view.end));

  // The selected row is in view, however it was selected, also when the chunk in full takes some of the height.
  const { chunk } = selection;
  useLayoutEffect(() => {
    const element = frame.current;
    const number = chunk?.number ?? selected;
    if (number === undefined || element === null) return;
    const top = number * CHUNK_ROW;
    const bottom = top + CHUNK_ROW;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop) element.scrollTo({ top });
    else if (bottom > scrollTop + clientHeight) element.scrollTo({ top: bottom - clientHeight });
  }, [selected, chunk]);

  const handleKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const next =
      key === 'Enter' || key === ' '
        ? (selected ?? 0)
        : selected === undefined && key === 'ArrowDown'
          ? 0
          : rowAfterKey(key, selected ?? 0, total);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };

  if (pages.error !== null && pages.chunkOf(view.first) === undefined) {
    return (
      <Box p="4" flex="1" overflow="auto">
        <ErrorState
          title="Failed to fetch chunks"
          {...describeFailure(pages.error)}
          retrying={pages.isFetching}
          onRetry={pages.retry}
        />
      </Box>
    );
  }
  const rows = Array.from({ length: view.end - view.first }, (_, row) => view.first + row);
  return (
    <Box
      ref={frame}
      flex="1"
      minHeight="0"
      overflowY="auto"
      // Only some of its options exist at a time, which a `select` cannot have.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label="Chunks"
      aria-activedescendant={
        selected !== undefined && rows.includes(selected) ? `${id}-${selected}` : undefined
      }
      tabIndex={0}
      css={rowStyles}
      _focusVisible={{ outlineOffset: '-2px' }}
      onKeyDown={handleKey}
    >
      <Box ref={list} role="presentation" position="relative" style={{ height: total * CHUNK_ROW }}>
        {rows.map((number) => (
          <ChunkRow
            key={number}
            id={`${id}-${number}`}
            number={number}
            total={total}
            chunk={pages.chunkOf(number)}
            selected={number === selected}
            onSelect={select}
          />
        ))}
      </Box>
    </Box>
  );
}
