import { useLayoutEffect, useState } from 'react';

import { useIsMobile } from './use-is-mobile.ts';

/** Pixels of the page's main part that a table with its actions needs. */
const TABLE_MIN = 752;

const findMain = () => document.querySelector('main');

/** The last measurement: a new one would force a layout. */
let measured: { main: Element; narrow: boolean } | undefined;

/** Returns whether the main part is narrow; without a width it is not laid out yet. */
function measure(main: Element): boolean {
  const narrow = main.clientWidth > 0 && main.clientWidth < TABLE_MIN;
  measured = { main, narrow };
  return narrow;
}

function isNarrow(main: Element | null): boolean {
  if (main === null) return false;
  return measured?.main === main ? measured.narrow : measure(main);
}

/**
 * Returns whether a screen has to be narrow: in the mobile layout, and beside an open sidebar on a
 * tablet.
 */
export function useIsNarrow(): boolean {
  const mobile = useIsMobile();
  const [narrow, setNarrow] = useState(() => isNarrow(findMain()));
  useLayoutEffect(() => {
    const main = findMain();
    if (main === null) return undefined;
    // It is also called once at the start, after the layout.
    const observer = new ResizeObserver(() => setNarrow(measure(main)));
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
  return mobile || narrow;
}
