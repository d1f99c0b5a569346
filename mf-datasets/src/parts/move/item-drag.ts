import type { NavigationItem } from '@carrel/shared/contract';
import type { DragEvent } from 'react';

import type { ChosenDocuments } from '../../data/chosen-documents.ts';

/** Tells items of a folder from files and from other pages. */
const TYPE = 'application/x-carrel-items';
/** Marks what items are over. */
const MARK = 'data-drop';

interface Dragged {
  chosen: ChosenDocuments;
  /** Folders cannot be dropped on themselves. */
  folders: ReadonlySet<string>;
}

/** What is dragged in this window. A browser tells it to nobody before the drop. */
let dragged: Dragged | null = null;

function unmark(area: Element): void {
  for (const marked of area.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
}

/**
 * Handlers of an area onto whose elements items are dropped.
 * @param folderOf returns the folder that an element stands for, with the element to mark
 */
export function dropHandlers(
  folderOf: (target: Element) => { element: Element; folder: string } | undefined,
  onDrop: (chosen: ChosenDocuments, folder: string) => void,
) {
  const targetOf = ({ target, dataTransfer }: DragEvent) => {
    if (dragged === null || !dataTransfer.types.includes(TYPE)) return undefined;
    const found = target instanceof Element ? folderOf(target) : undefined;
    if (found === undefined || dragged.folders.has(found.folder)) return undefined;
    return { ...found, chosen: dragged.chosen };
  };
  return {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      const target = targetOf(event);
      if (target?.element.hasAttribute(MARK) !== true) unmark(event.currentTarget);
      if (target === undefined) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      target.element.setAttribute(MARK, '');
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) unmark(event.currentTarget);
    },
    onDrop: (event: DragEvent) => {
      const target = targetOf(event);
      unmark(event.currentTarget);
      if (target === undefined) return;
      event.preventDefault();
      onDrop(target.chosen, target.folder);
    },
  };
}

/** Handlers of a list whose rows are dragged, those that are selected together, and dropped on its folders. */
export function itemDragHandlers(
  items: readonly NavigationItem[],
  chosenWith: (item: NavigationItem) => ChosenDocuments,
  onMove: (chosen: ChosenDocuments, folder: string) => void,
) {
  const itemOf = (target: Element) => {
    const element = target.closest('[data-row]');
    const item = items[Number(element?.getAttribute('data-row') ?? Number.NaN)];
    return element === null || item === undefined ? undefined : { element, item };
  };
  return {
    onDragStart: (event: DragEvent) => {
      const found = event.target instanceof Element ? itemOf(event.target) : undefined;
      if (found === undefined) return;
      const chosen = chosenWith(found.item);
      const folders = chosen.selections.flatMap((selection) =>
        'folders' in selection ? selection.folders : [],
      );
      dragged = { chosen, folders: new Set(folders) };
      event.dataTransfer.clearData();
      event.dataTransfer.setData(TYPE, '');
      event.dataTransfer.effectAllowed = 'move';
      showCount(event, chosen, found.item.name);
    },
    onDragEnd: () => {
      dragged = null;
    },
    ...dropHandlers((target) => {
      const found = itemOf(target);
      if (found?.item.item_type !== 'folder') return undefined;
      return { element: found.element, folder: found.item.path };
    }, onMove),
  };
}

/** Shows how many documents are dragged beside the pointer. */
function showCount({ dataTransfer }: DragEvent, { path, count }: ChosenDocuments, name: string) {
  const image = document.createElement('div');
  const counted =
    count === undefined ? 'All of this folder' : `${count.toLocaleString('en-US')} documents`;
  image.textContent = path === undefined ? counted : name;
  // Outside of the page's own styles, as it is drawn once.
  Object.assign(image.style, {
    position: 'fixed',
    top: '-100px',
    maxWidth: '20rem',
    padding: '6px 12px',
    borderRadius: '6px',
    background: 'var(--c-colors-accent)',
    color: 'var(--c-colors-accent-contrast)',
    font: '500 13px system-ui',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
  });
  document.body.append(image);
  dataTransfer.setDragImage(image, -12, 12);
  setTimeout(() => image.remove());
}
