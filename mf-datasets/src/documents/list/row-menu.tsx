import type { FoundDocument, NavigationItem } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';
import { countText } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { ContextMenu } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';

import { folderChosen } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { folderTotalQuery } from '../../data/find/find.queries.ts';
import { LazyMoveDialogs } from '../../parts/move/lazy-move-dialogs.ts';
import { itemKey } from '../../parts/selection/choosing/item-key.ts';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';
import { DownloadDialog } from '../../parts/selection/download/download-dialog.tsx';
import { usePrepareDownload } from '../../parts/selection/download/use-download-documents.ts';
import { useDeleteDocuments } from '../../parts/selection/use-delete-documents.tsx';
import { useFocusLater } from '../../parts/use-focus-later.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import type { MenuRequest } from './menu-request.ts';
import { useRowItems } from './use-row-items.tsx';

type Entry = NavigationItem | FoundDocument;

type Shown = 'menu' | 'rename' | 'move' | null;

interface RowMenuProps {
  datasetId: string;
  asked: MenuRequest<Entry>;
  entries: readonly Entry[];
  selection: Selection;
  /** The entry as what an action is about. */
  own: ChosenDocuments & { path: string };
  /** What is selected; undefined where nothing is. */
  selected: ChosenDocuments | undefined;
  onOpen: () => void;
  /** Moves the focus to an entry, by its path, once it is there. */
  onSeek: (path: string) => void;
}

/**
 * The menu of a folder or document in a list, and what follows from it. It is about all that is selected, if the entry
 * is. It stays for the next row's menu.
 */
export function RowMenu(props: RowMenuProps) {
  const { datasetId, asked, entries, selection, own, selected, onOpen, onSeek } = props;
  const { entry, row, at, byKey, act } = asked;
  const mayEdit = useMayEditDataset();
  const [state, setState] = useState<{ of: MenuRequest<Entry>; shown: Shown } | null>(null);
  const shown = state?.of === asked ? state.shown : (act ?? 'menu');
  const show = (shown: Shown) => setState({ of: asked, shown });

  const isSelected = selection.has(keyOf(entry) ?? '');
  const isOfSeveral = isSelected && (selection.isWhole || selection.ids.length > 1);
  const isAboutSelection = act === 'move' || (act === undefined && isOfSeveral);
  const about = (isAboutSelection && selected) || own;
  const chosen = useCounted(datasetId, about, about === selected && selection.isWhole);
  const { path } = chosen;
  const frame = useRef<HTMLElement>(null);
  const focusFrame = useFocusLater(frame);

  const finish = () => {
    show(null);
    if (isSelected || about === selected) selection.clear();
  };
  const stays = (one: Entry) =>
    about === selected ? !selection.has(keyOf(one) ?? '') : one.path !== entry.path;
  // The rows that it is about may leave the list.
  const leave = () => {
    finish();
    const next = nearestOf(entries, entry, stays);
    frame.current = row.closest('section');
    if (next === undefined) focusFrame();
    else onSeek(next.path);
  };
  const download = usePrepareDownload(datasetId);
  const deletion = useDeleteDocuments(datasetId, chosen, leave);
  const close = () => {
    // The menu closes itself, too, once something is chosen. What follows from that stays.
    if (!row.hasAttribute('data-open')) return;
    setState((before) => (before?.of === asked ? before : { of: asked, shown: null }));
    // Dialogs that follow return the focus to it.
    row.focus({ preventScroll: true });
  };
  const then = (act: () => void) => () => {
    close();
    act();
  };
  const items = useRowItems(datasetId, path === undefined ? undefined : entry, {
    onOpen: then(onOpen),
    onOpenTab: then(() => window.open(row.querySelector('a')?.href, '_blank', 'noopener')),
    onRename: then(() => show('rename')),
    onMove: then(() => show('move')),
    onDownload: then(() => download.mutate(chosen)),
    onDelete: then(() => deletion.ask()),
  });
  const isOpen = shown === 'menu' && items.length > 0;

  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const button = row.querySelector('[data-menu]');
    row.setAttribute('data-open', '');
    button?.setAttribute('aria-expanded', 'true');
    return () => {
      row.removeAttribute('data-open');
      button?.removeAttribute('aria-expanded');
    };
  }, [isOpen, row]);

  const dialogs = { datasetId, onClose: () => show(null) };
  return (
    <>
      {isOpen && (
        <ContextMenu
          key={`${at.x} ${at.y} ${entry.path}`}
          label={
            path === undefined
              ? 'Actions of what is selected'
              : `Actions of ${shownName(entry.name)}`
          }
          header={path === undefined ? selectedText(selection, chosen) : undefined}
          at={at}
          align={at.width > 0 && !byKey ? 'end' : 'start'}
          byKey={byKey}
          items={items}
          onClose={close}
        />
      )}
      {download.data !== undefined && (
        <DownloadDialog datasetId={datasetId} prepared={download.data} onClose={download.reset} />
      )}
      {deletion.dialog}
      {shown === 'move' && mayEdit && (
        <LazyMoveDialogs dialog="move" chosen={chosen} {...dialogs} onDone={leave} />
      )}
      {shown === 'rename' && mayEdit && path !== undefined && (
        <LazyMoveDialogs
          dialog="rename"
          chosen={{ ...chosen, path }}
          {...dialogs}
          onDone={(renamed) => {
            finish();
            onSeek(renamed);
          }}
        />
      )}
    </>
  );
}

const keyOf = (entry: Entry) => ('item_type' in entry ? itemKey(entry) : entry.id);

/** Adds how many documents the folder has, where all of it is selected. */
function useCounted(datasetId: string, chosen: ChosenDocuments, isWhole: boolean): ChosenDocuments {
  const { folder = '' } = chosen;
  const organizationId = useOrganizationId();
  const { data } = useQuery({
    ...folderTotalQuery(organizationId, datasetId, folder),
    enabled: isWhole,
  });
  return isWhole ? { ...folderChosen(folder, data), folder } : chosen;
}

function selectedText({ ids, isWhole }: Selection, { count, isMore }: ChosenDocuments): string {
  if (!isWhole) return `${countText(ids.length)} selected`;
  if (count === undefined) return 'All selected';
  return `All ${isMore === true ? 'more than ' : ''}${countText(count)} selected`;
}

/** Returns the entry if it stays, or the next one that does, or else the one before. */
function nearestOf(
  entries: readonly Entry[],
  entry: Entry,
  stays: (entry: Entry) => boolean,
): Entry | undefined {
  const at = entries.findIndex(({ path }) => path === entry.path);
  return entries.slice(at).find(stays) ?? entries.slice(0, Math.max(at, 0)).findLast(stays);
}
