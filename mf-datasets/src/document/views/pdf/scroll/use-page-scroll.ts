import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { ABOVE } from '../../window/scroll-to-place.ts';
import { partAt, topsOf } from '../../window/use-window.ts';
import { anchorAt, anchorIn, GAP, scrollTopOf, topOfPage } from './page-anchor.ts';
import type { PageAnchor } from './page-anchor.ts';

interface ScrollOptions {
  frame: { current: HTMLElement | null };
  /** Pixels of each page with the space below it. */
  heights: readonly number[];
  /** Measures which pages are near the frame. */
  measure: () => void;
  /** Is told which page is shown. */
  queue: { scroll: (page: number) => void };
}

/** The scrolling of the pages of a PDF. All functions have a stable identity. */
export interface PageScroll {
  /** The number of the page that is shown. */
  page: number;
  goTo: (number: number) => void;
  /** Scrolls to an element of a page, which is in the upper part of the frame then. */
  goToElement: (number: number, element: HTMLElement) => void;
  /** Whether a person has scrolled since the last `goTo`. */
  hasMoved: () => boolean;
}

interface Position {
  anchor: PageAnchor;
  /** How far the frame was scrolled when this became the position. */
  top: number;
  tops: Float64Array;
  /** The page that it was scrolled to; undefined once a person has scrolled. */
  page: number | undefined;
}

/**
 * Scrolls a frame of pages. Its position is a point of a page, and not pixels: the sizes of most pages are
 * estimates until they are read, and the scale is one until the frame has been measured.
 */
export function usePageScroll({ frame, heights, measure, queue }: ScrollOptions): PageScroll {
  const tops = useMemo(() => topsOf(heights), [heights]);
  const now = useRef<Position>({ anchor: topOfPage(0), top: 0, tops, page: undefined });
  const isMoved = useRef(false);
  const [page, setPage] = useState(1);

  const moveTo = useCallback(
    (element: HTMLElement, anchor: PageAnchor, page: number | undefined, tops: Float64Array) => {
      element.scrollTo({ top: scrollTopOf(tops, anchor) });
      now.current = { anchor, top: element.scrollTop, tops, page };
      measure();
      setPage(pageOf(element, now.current));
    },
    [measure],
  );

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || now.current.tops === tops) return;
    const { anchor, top, page, tops: before } = now.current;
    const { scrollTop, clientHeight, scrollHeight } = element;
    // At the end the browser has moved it, where there is less content now.
    const isEnd = scrollTop >= scrollHeight - clientHeight - 1;
    const isUnseen = Math.abs(scrollTop - top) >= 1 && !isEnd;
    const kept = isUnseen ? anchorAt(before, scrollTop, clientHeight * ABOVE) : anchor;
    moveTo(element, kept, isUnseen ? undefined : page, tops);
  }, [frame, tops, moveTo]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const scroll = () => {
      const { scrollTop, clientHeight } = element;
      if (Math.abs(scrollTop - now.current.top) >= 1) {
        isMoved.current = true;
        const anchor = anchorAt(tops, scrollTop, clientHeight * ABOVE);
        now.current = { anchor, top: scrollTop, tops, page: undefined };
      }
      const number = pageOf(element, now.current);
      queue.scroll(number);
      setPage(number);
    };
    element.addEventListener('scroll', scroll, { passive: true });
    return () => element.removeEventListener('scroll', scroll);
  }, [frame, tops, queue]);

  const goTo = useCallback(
    (number: number) => {
      const element = frame.current;
      if (element === null) return;
      isMoved.current = false;
      queue.scroll(number);
      moveTo(element, topOfPage(number - 1), number, now.current.tops);
    },
    [frame, queue, moveTo],
  );
  const goToElement = useCallback(
    (number: number, target: HTMLElement) => {
      const element = frame.current;
      if (element === null) return;
      const { tops } = now.current;
      const below = target.getBoundingClientRect().top - element.getBoundingClientRect().top;
      const pixels = element.scrollTop + below - GAP;
      const above = element.clientHeight * ABOVE;
      moveTo(element, anchorIn(tops, number - 1, pixels, above), number, tops);
      // A page may be wider than the frame.
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      now.current.top = element.scrollTop;
    },
    [frame, moveTo],
  );
  const hasMoved = useCallback(() => isMoved.current, []);
  return { page, goTo, goToElement, hasMoved };
}

/** Returns the number of the page that was scrolled to, or that is in the upper part of the frame. */
function pageOf({ scrollTop, clientHeight }: HTMLElement, { page, tops }: Position): number {
  return page ?? partAt(tops, scrollTop - GAP + clientHeight / 3) + 1;
}
