import { useLayoutEffect, useState } from 'react';

import { useIsMobile } from './use-is-mobile.ts';

/** Pixels of the page's main part that a table with its actions needs. */
const TABLE_MIN = 752;

/** Pixels of the main part that a table with all of its columns needs. */
const ALL_COLUMNS_MIN = 1100;

/** How wide the main part is: cards, a table of the main columns, or a table of all columns. */
type MainWidth = 'narrow' | 'medium' | 'wide';

const findMain = () => document.querySelector('main');

/** The last measurement: a new one would force a layout. */
let measured: { main: Element; width: MainWidth } | undefined;

/** Returns the width of the main part; without one it is not laid out yet, and counts as wide. */
function measure(main: Element): MainWidth {
  const width = widthOf(main.clientWidth);
  measured = { main, width };
  return width;
}

function widthOf(pixels: number): MainWidth {
  if (pixels === 0 || pixels >= ALL_COLUMNS_MIN) return 'wide';
  return pixels < TABLE_MIN ? 'narrow' : 'medium';
}

function mainWidth(main: Element | null): MainWidth {
  if (main === null) return 'wide';
  return measured?.main === main ? measured.width : measure(main);
}

/** Returns how wide the main part is; it is narrow in the mobile layout as well. */
export function useMainWidth(): MainWidth {
  const mobile = useIsMobile();
  const [width, setWidth] = useState(() => mainWidth(findMain()));
  useLayoutEffect(() => {
    const main = findMain();
    if (main === null) return undefined;
    // It is also called once at the start, after the layout.
    const observer = new ResizeObserver(() => setWidth(measure(main)));
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
  return mobile ? 'narrow' : width;
}

/**
 * Returns whether a screen has to be narrow: in the mobile layout, and beside an open sidebar on a
 * tablet.
 */
export const useIsNarrow = (): boolean => useMainWidth() === 'narrow';
