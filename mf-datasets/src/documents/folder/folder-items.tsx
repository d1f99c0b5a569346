import type { NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useCallback, useState } from 'react';
import type { DragEvent } from 'react';
import { useNavigate } from 'react-router-dom';

import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { folderChosen, itemsChosen } from '../../data/chosen-documents.ts';
import { itemDragHandlers } from '../../parts/move/item-drag.ts';
import { itemKey } from '../../parts/selection/choosing/item-key.ts';
import { LazyReplaceDialog } from '../../parts/replace/lazy-replace-dialog.ts';
import { rowDropHandlers } from '../../parts/replace/row-drop.ts';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';
import { useFolderNavigation } from '../../parts/use-folder-navigation.ts';
import { DocumentList } from '../list/document-list.tsx';
import { LazyRowMenu } from '../list/lazy-row-menu.ts';
import type { ListOrder } from '../list/list-heading.tsx';
import type { MenuRequest } from '../list/menu-request.ts';
import type { Pages } from '../list/more-rows.tsx';
import { announceDocument, folderView } from './folder-view.tsx';
import { useReadAhead } from './use-read-ahead.ts';

interface FolderItemsProps {
  datasetId: string;
  path: string;
  items: readonly NavigationItem[];
  pages: Pages;
  selection: Selection;
  order: ListOrder;
  /** How many items the folder has; undefined where the server does not say it. */
  total: number | undefined;
  /** An item that gets the focus once it is there. */
  sought: { path: string } | null;
  onSeek: (path: string) => void;
  /** Items were dropped on a folder. */
  onDropItems: (chosen: ChosenDocuments, to: string) => void;
}

/** A file that was dropped on a document. */
interface Dropped {
  document: { id: string; name: string };
  file: File;
}

/** The items of a folder. A file that is dropped on a document replaces it. */
export function FolderItems(props: FolderItemsProps) {
  const { datasetId, path, items, pages, selection, order, total, sought, onSeek, onDropItems } =
    props;
  const { arrival, openFolder } = useFolderNavigation(datasetId, path);
  const readAhead = useReadAhead(datasetId);
  const mayEdit = useMayEditDataset();
  const [asked, setAsked] = useState<MenuRequest<NavigationItem> | null>(null);
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
  const selected = () => {
    if (selection.isWhole) return { ...folderChosen(path, undefined), folder: path };
    const chosen = items.filter((item) => selection.has(itemKey(item) ?? ''));
    return chosen.length === 0 ? undefined : { ...itemsChosen(chosen), folder: path };
  };
  // A row that is not selected is dragged alone.
  const chosenWith = (item: NavigationItem) =>
    (selection.has(itemKey(item) ?? '') ? selected() : undefined) ?? chosenOf(item);
  return (
    <>
      <DocumentList
        datasetId={datasetId}
        label="Folders and documents"
        view={folderView}
        entries={items}
        pages={pages}
        failed="Failed to fetch navigation"
        selection={selection}
        onSelectAll={selection.chooseWhole}
        order={order}
        total={total === undefined ? undefined : { count: total }}
        arrival={arrival}
        onOpen={open}
        onHover={readAhead.hover}
        sought={sought}
        onMenu={setAsked}
        draggable={mayEdit}
        handlers={
          mayEdit &&
          bothOf(
            rowDropHandlers(items, (document, file) => setDropped({ document, file })),
            itemDragHandlers(items, chosenWith, onDropItems),
          )
        }
      />
      {asked !== null && (
        <LazyRowMenu
          datasetId={datasetId}
          asked={asked}
          entries={items}
          selection={selection}
          own={chosenOf(asked.entry)}
          selected={selected()}
          onOpen={() => open(asked.entry)}
          onSeek={onSeek}
        />
      )}
      {dropped !== null && (
        <LazyReplaceDialog datasetId={datasetId} {...dropped} onClose={() => setDropped(null)} />
      )}
    </>
  );
}

const chosenOf = (item: NavigationItem) => ({ ...itemsChosen([item]), path: item.path });

/** Files are dropped on rows, and rows are. */
function bothOf(
  files: ReturnType<typeof rowDropHandlers>,
  rows: ReturnType<typeof itemDragHandlers>,
) {
  const both = (name: keyof typeof files) => (event: DragEvent) => {
    files[name](event);
    rows[name](event);
  };
  return {
    ...rows,
    onDragOver: both('onDragOver'),
    onDragLeave: both('onDragLeave'),
    onDrop: both('onDrop'),
  };
}
