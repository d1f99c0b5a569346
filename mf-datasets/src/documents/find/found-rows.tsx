import type { FoundDocument } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box } from '@carrel/shared/ui';
import { useRowWindow } from '@carrel/shared/ui/signed-in';
import { useCallback, useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import { useNavigate } from 'react-router-dom';

import { MoreRows } from '../folder/rows/more-rows.tsx';
import type { More } from '../folder/rows/more-rows.tsx';
import { rowFrame } from '../folder/rows/row-layout.ts';
import { useActiveRow } from '../folder/rows/use-active-row.ts';
import { useListKeys } from '../../parts/use-list-keys.ts';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';
import { useFoundLayout } from './found-layout.ts';
import { FoundRow } from './found-row.tsx';
import type { FindParams } from '../../data/find/find-params.ts';
import { SortHeading } from './sort-heading.tsx';

interface FoundRowsProps {
  datasetId: string;
  documents: readonly FoundDocument[];
  params: FindParams;
  selection: Selection;
  /** Chooses all documents that are loaded. */
  onSelectAll: () => void;
  onChange: (changes: Partial<FindParams>) => void;
  more: More;
  /** Requests the next page; its identity has to be stable. */
  onMore: () => unknown;
}

/** Rows before the end at which the next page is requested. */
const NEAR_END = 50;

/** Found documents. Only the rows in view are rendered; one of them is in the Tab order. */
export function FoundRows(props: FoundRowsProps) {
  const { datasetId, documents, params, selection, onSelectAll, onChange, more, onMore } = props;
  const { isCard, height, styles } = useFoundLayout();
  const list = useRef<HTMLDivElement>(null);
  const view = useRowWindow(list, height, documents.length);
  const [active, moveTo] = useActiveRow(list, documents, null);
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: FoundDocument) => void navigate(consolePaths.document(datasetId, id)),
    [navigate, datasetId],
  );
  const handleKey = useListKeys({
    names: () => documents.map(({ name }) => name),
    count: documents.length,
    active,
    onMove: moveTo,
    onOpen: (row) => documents.slice(row, row + 1).forEach(open),
    onSelect: (row, range) =>
      documents.slice(row, row + 1).forEach(({ id }) => selection.toggle(id, range)),
    onSelectAll,
  });

  const wantsMore = more === 'ready' && view.end >= documents.length - NEAR_END;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);

  const end = Math.min(view.end, documents.length);
  const rows = Array.from({ length: Math.max(0, end - view.first) }, (_, row) => view.first + row);
  // The row with the focus must stay rendered.
  if (active < view.first) rows.unshift(active);
  if (active >= end) rows.push(active);

  return (
    <Box {...rowFrame}>
      <Box
        as="table"
        role="grid"
        display="block"
        aria-label="Found documents"
        aria-multiselectable
        aria-rowcount={more === 'none' ? documents.length + 1 : -1}
        onKeyDown={handleKey}
        onFocus={(event: FocusEvent) => {
          const row = event.target.closest('[data-row]')?.getAttribute('data-row');
          if (row !== null && row !== undefined) moveTo(Number(row));
        }}
      >
        <SortHeading sort={params.sort} order={params.order} onChange={onChange} />
        <Box
          ref={list}
          as="tbody"
          display="block"
          position="relative"
          css={styles}
          style={{ height: documents.length * height }}
        >
          {rows.map((row) => {
            const document = documents[row];
            return (
              document && (
                <FoundRow
                  key={document.id}
                  datasetId={datasetId}
                  document={document}
                  index={row}
                  active={row === active}
                  selected={selection.has(document.id)}
                  isCard={isCard}
                  height={height}
                  onOpen={open}
                  onSelect={selection.toggle}
                />
              )
            );
          })}
        </Box>
      </Box>
      <MoreRows more={more} onMore={onMore} failed="Failed to fetch documents" />
    </Box>
  );
}
