import { useLayoutEffect, useRef } from 'react';

import type { ScrollTarget } from '../../reading.ts';

/** Which part of the frame is above the row that it is scrolled to. */
const ABOVE = 0.25;

/**
 * Scrolls a frame of rows to each new target, once the text has been loaded to there. `topOf` returns the
 * pixels above the row at a place of the text.
 */
export function useScrollToRow(
  frame: { current: HTMLElement | null },
  target: ScrollTarget | undefined,
  end: number,
  topOf: (place: number) => number,
): void {
  const done = useRef<ScrollTarget>(undefined);
  useLayoutEffect(() => {
    const element = frame.current;
    if (target === undefined || done.current === target || element === null) return;
    if (target.place >= end) return;
    done.current = target;
    element.scrollTo({ top: topOf(target.place) - element.clientHeight * ABOVE });
  });
}
