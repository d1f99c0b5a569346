import type { NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box } from '@carrel/shared/ui';
import { useRowWindow } from '@carrel/shared/ui/signed-in';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { useNavigate } from 'react-router-dom';

import { LazyReplaceDialog } from '../../parts/replace/lazy-replace-dialog.ts';
import { rowDropHandlers } from '../../parts/replace/row-drop.ts';
import { itemKey } from '../../parts/selection/choosing/item-key.ts';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';
import { useMayEdit } from '../../parts/selection/use-may-edit.ts';
import { FolderHeading } from './folder-heading.tsx';
import { announceDocument } from './rows/announce-document.ts';
import { FolderItemRow } from './rows/folder-item-row.tsx';
import { MoreRows } from './rows/more-rows.tsx';
import type { More } from './rows/more-rows.tsx';
import { rowFrame, useRowLayout } from './rows/row-layout.ts';
import { useActiveRow } from './rows/use-active-row.ts';
import { useFolderNavigation } from '../../parts/use-folder-navigation.ts';
import { useListKeys } from '../../parts/use-list-keys.ts';
import { useReadAhead } from './use-read-ahead.ts';

interface FolderItemsProps {
  datasetId: string;
  path: string;
  items: readonly NavigationItem[];
  selection: Selection;
  more: More;
  /** Requests the next page; its identity has to be stable. */
  onMore: () => unknown;
}

/** A file that was dropped on a document. */
interface Dropped {
  document: { id: string; name: string };
  file: File;
}

/** Rows before the end at which the next page is requested. */
const NEAR_END = 50;
/** The items of a folder. Only the rows in view are rendered; one of them is in the Tab order. */
export function FolderItems(props: FolderItemsProps) {
  const { datasetId, path, items, selection, more, onMore } = props;
  const { arrival, openFolder } = useFolderNavigation(datasetId, path);
  const { isCard, height, styles } = useRowLayout();
  const list = useRef<HTMLDivElement>(null);
  const view = useRowWindow(list, height, items.length);
  const [active, moveTo] = useActiveRow(list, items, arrival);
  const readAhead = useReadAhead(datasetId);

  const mayEdit = useMayEdit();
  const [dropped, setDropped] = useState<Dropped | null>(null);

  const navigate = useNavigate();
  const open = useCallback(
    (item: NavigationItem) => {
      if (item.item_type === 'folder') {
        openFolder(item.path);
        return;
      }
      announceDocument(item.name);
      if (!item.document_id) return;
      readAhead.open(item.document_id);
      void navigate(consolePaths.document(datasetId, item.document_id));
    },
    [openFolder, navigate, datasetId, readAhead],
  );
  const handleKey = useListKeys({
    names: () => items.map((item) => item.name),
    count: items.length,
    active,
    onMove: moveTo,
    onOpen: (row) => items.slice(row, row + 1).forEach(open),
    onSelect: (row, range) => {
      const item = items[row];
      const key = item && itemKey(item);
      if (key !== undefined) selection.toggle(key, range);
    },
    onSelectAll: selection.chooseWhole,
  });

  const wantsMore = more === 'ready' && view.end >= items.length - NEAR_END;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);

  const rows = Array.from({ length: view.end - view.first }, (_, row) => view.first + row);
  // The row with the focus must stay rendered.
  if (active < view.first) rows.unshift(active);
  if (active >= view.end) rows.push(active);

  return (
    <Box {...rowFrame}>
      <Box
        as="table"
        role="grid"
        display="block"
        aria-multiselectable
        aria-label="Folders and documents"
        aria-rowcount={more === 'none' ? items.length + 1 : -1}
        onKeyDown={handleKey}
        {...(mayEdit && rowDropHandlers(items, (document, file) => setDropped({ document, file })))}
        onFocus={(event: FocusEvent) => {
          const row = event.target.closest('[data-row]')?.getAttribute('data-row');
          if (row !== null && row !== undefined) moveTo(Number(row));
        }}
      >
        <FolderHeading />
        <Box
          ref={list}
          as="tbody"
          display="block"
          position="relative"
          css={styles}
          style={{ height: items.length * height }}
        >
          {rows.map((row) => {
            const item = items[row];
            return (
              item && (
                <FolderItemRow
                  key={`${item.item_type} ${item.path}`}
                  datasetId={datasetId}
                  item={item}
                  index={row}
                  active={row === active}
                  selected={selection.has(itemKey(item) ?? '')}
                  isCard={isCard}
                  height={height}
                  onOpen={open}
                  onHover={readAhead.hover}
                  onSelect={selection.toggle}
                />
              )
            );
          })}
        </Box>
      </Box>
      <MoreRows more={more} onMore={onMore} />
      {dropped !== null && (
        <LazyReplaceDialog datasetId={datasetId} {...dropped} onClose={() => setDropped(null)} />
      )}
    </Box>
  );
}
