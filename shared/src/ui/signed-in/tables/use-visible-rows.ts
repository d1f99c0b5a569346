import type { RefObject } from 'react';

import { ROW_HEIGHT } from './table-parts.ts';
import { useRowWindow } from './use-row-window.ts';

/** Up to this many rows are all rendered: the browser's own search finds them. */
const ALL_UP_TO = 100;

interface VisibleRows<Row> {
  /** Whether any rows are left out. */
  virtual: boolean;
  visible: readonly { row: Row; index: number }[];
  /** Pixels before and after the visible rows. */
  before: number;
  after: number;
}

/** Returns which rows to render into the body of a table. */
export function useVisibleRows<Row>(
  rows: readonly Row[],
  body: RefObject<HTMLElement | null>,
): VisibleRows<Row> {
  const virtual = rows.length > ALL_UP_TO;
  const view = useRowWindow(body, ROW_HEIGHT, virtual ? rows.length : 0);
  if (!virtual) {
    return { virtual, visible: rows.map((row, index) => ({ row, index })), before: 0, after: 0 };
  }
  // Until the next measurement the window may be that of a longer list.
  const first = Math.min(view.first, rows.length);
  const visible = rows.slice(first, view.end).map((row, place) => ({ row, index: first + place }));
  return {
    virtual,
    visible,
    before: first * ROW_HEIGHT,
    after: (rows.length - first - visible.length) * ROW_HEIGHT,
  };
}
