import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

import { ROW_HEIGHT } from './table-parts.ts';

/** Up to this many rows are simply all there: the browser's own search finds them. */
const ALL_UP_TO = 100;

interface VisibleRows<Row> {
  /** Whether rows are left out at all. */
  virtual: boolean;
  visible: readonly { row: Row; index: number }[];
  /** Pixels before and after the visible rows. */
  before: number;
  after: number;
}

/** Which rows to build, given the box that scrolls. */
export function useVisibleRows<Row>(
  rows: readonly Row[],
  frame: RefObject<HTMLElement | null>,
): VisibleRows<Row> {
  const virtual = rows.length > ALL_UP_TO;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // What stands before the first measurement.
    initialRect: { width: 800, height: 600 },
  });
  if (!virtual) {
    return { virtual, visible: rows.map((row, index) => ({ row, index })), before: 0, after: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const visible = items.flatMap(({ index }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index }];
  });
  const last = items.at(-1);
  return {
    virtual,
    visible,
    before: items[0]?.start ?? 0,
    after: last === undefined ? 0 : virtualizer.getTotalSize() - last.end,
  };
}
