import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Rows drawn above and below those that are in view. */
const OVERSCAN = 12;

/** The rows to draw, from the first to before the end. */
export interface RowWindow {
  first: number;
  end: number;
}

/** The rows of a list that are in view, when `above` pixels of it lie over the top of the screen. */
export function rowsInView(
  above: number,
  screenHeight: number,
  rowHeight: number,
  count: number,
): RowWindow {
  const first = Math.floor(above / rowHeight) - OVERSCAN;
  const end = Math.ceil((above + screenHeight) / rowHeight) + OVERSCAN;
  return {
    first: Math.min(Math.max(first, 0), count),
    end: Math.min(Math.max(end, 0), count),
  };
}

/**
 * Which of a list's rows of equal height to draw, whatever scrolls around it: the page on a phone,
 * a panel of the shell on a desk.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow {
  const [rows, setRows] = useState<RowWindow>(() => rowsInView(0, innerHeight, rowHeight, count));
  useLayoutEffect(() => {
    const look = () => {
      if (list.current === null) return;
      const above = -list.current.getBoundingClientRect().top;
      const next = rowsInView(above, innerHeight, rowHeight, count);
      setRows((rows) => (rows.first === next.first && rows.end === next.end ? rows : next));
    };
    look();
    // Scrolling does not bubble, but it is captured.
    addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [list, rowHeight, count]);
  return rows;
}
