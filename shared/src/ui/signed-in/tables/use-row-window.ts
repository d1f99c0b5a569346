import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

import { ROW_HEIGHT } from './table-parts.ts';

/** Rows drawn above and below those that are in view. */
const OVERSCAN = 12;

/** The rows to draw, from the first to before the end. */
export interface RowWindow {
  first: number;
  end: number;
}

/** Returns the rows of a list that are in view when `above` pixels of it are over the top of the window. */
export function rowsInView(
  above: number,
  windowHeight: number,
  rowHeight: number,
  count: number,
): RowWindow {
  const first = Math.floor(above / rowHeight) - OVERSCAN;
  const end = Math.ceil((above + windowHeight) / rowHeight) + OVERSCAN;
  return {
    first: Math.min(Math.max(first, 0), count),
    end: Math.min(Math.max(end, 0), count),
  };
}

/**
 * Returns which rows of a list to draw. All rows have the same height, in pixels. It works whatever
 * scrolls: the page, a panel, or the list's own frame.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow {
  const [rows, setRows] = useState<RowWindow>(() => rowsInView(0, innerHeight, rowHeight, count));
  useLayoutEffect(() => {
    // A list without rows must not make the browser measure at each scroll.
    if (count === 0) return undefined;
    const measure = () => {
      if (list.current === null) return;
      const above = -list.current.getBoundingClientRect().top;
      const next = rowsInView(above, innerHeight, rowHeight, count);
      setRows((rows) => (rows.first === next.first && rows.end === next.end ? rows : next));
    };
    measure();
    // Scroll events do not bubble, but they are captured.
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [list, rowHeight, count]);
  return rows;
}

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
