import type { KeyboardEvent, MouseEvent } from 'react';

/** A request for the menu of an entry. */
export interface MenuRequest<Entry> {
  entry: Entry;
  /** Its row, which has the focus again after the menu. */
  row: HTMLElement;
  /** The button or the point that was pressed, in pixels of the window; by key, the row. */
  at: { x: number; y: number; width: number; height: number };
  byKey: boolean;
  /** What is done without a menu: F2 renames the entry; with Shift, it moves what is selected, or the entry. */
  act: 'rename' | 'move' | undefined;
}

/** Handlers of a list for the buttons of its rows, right clicks and keys. `entryOf` returns the entry of a row. */
export function menuHandlers<Entry>(
  entryOf: (row: number) => Entry | undefined,
  onMenu: (request: MenuRequest<Entry>) => void,
) {
  const open = (
    event: KeyboardEvent | MouseEvent,
    at?: MenuRequest<Entry>['at'],
    act?: MenuRequest<Entry>['act'],
  ) => {
    const { target } = event;
    const row = target instanceof Element && target.closest<HTMLElement>('[data-row]');
    const entry = row ? entryOf(Number(row.dataset['row'])) : undefined;
    if (!row || entry === undefined) return;
    event.preventDefault();
    onMenu({ entry, row, at: at ?? row.getBoundingClientRect(), byKey: at === undefined, act });
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const { key, shiftKey } = event;
      if (key === 'F2') open(event, undefined, shiftKey ? 'move' : 'rename');
      else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) open(event);
    },
    onClick: (event: MouseEvent) => {
      const button = event.target instanceof Element && event.target.closest('[data-menu]');
      if (button) open(event, button.getBoundingClientRect());
    },
    onContextMenu: (event: MouseEvent) =>
      open(event, { x: event.clientX, y: event.clientY, width: 0, height: 0 }),
  };
}
