import type { NavigationItem } from '@carrel/shared/contract';
import type { DragEvent } from 'react';

/** Marks the row that a file is over. */
const MARK = 'data-drop';

function unmark(list: Element): void {
  for (const row of list.querySelectorAll(`[${MARK}]`)) row.removeAttribute(MARK);
}

/** Handlers of a list that takes a file for the document of the row it is dropped on. */
export function rowDropHandlers(
  items: readonly NavigationItem[],
  onFile: (document: { id: string; name: string }, file: File) => void,
) {
  const targetOf = ({ target, dataTransfer }: DragEvent) => {
    const row = target instanceof Element ? target.closest('[data-row]') : null;
    const item = items[Number(row?.getAttribute('data-row') ?? Number.NaN)];
    const id = item?.document_id;
    if (row === null || !id || !dataTransfer.types.includes('Files')) return undefined;
    return { row, document: { id, name: item.name } };
  };
  return {
    onDragOver: (event: DragEvent) => {
      const target = targetOf(event);
      if (target?.row.hasAttribute(MARK) !== true) unmark(event.currentTarget);
      if (target === undefined) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      target.row.setAttribute(MARK, '');
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
      const [file] = event.dataTransfer.files;
      if (file !== undefined) onFile(target.document, file);
    },
  };
}
