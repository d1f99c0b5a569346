import { useLayoutEffect, useState } from 'react';

import { useIsMobile } from './use-is-mobile.ts';

/** Pixels of the page's main part in which a table with its actions has room. */
const TABLE_MIN = 752;

const findMain = () => document.querySelector('main');

/** What was measured last: asking the browser again would make it lay out what has just changed. */
let known: { main: Element; narrow: boolean } | undefined;

/** Without a width it is not laid out, and nothing is known. */
function measure(main: Element): boolean {
  const narrow = main.clientWidth > 0 && main.clientWidth < TABLE_MIN;
  known = { main, narrow };
  return narrow;
}

function isNarrow(main: Element | null): boolean {
  if (main === null) return false;
  return known?.main === main ? known.narrow : measure(main);
}

/**
 * Whether a screen has to take its narrow form: in the mobile layout, and beside an open sidebar on a
 * tablet.
 */
export function useIsNarrow(): boolean {
  const mobile = useIsMobile();
  const [narrow, setNarrow] = useState(() => isNarrow(findMain()));
  useLayoutEffect(() => {
    const main = findMain();
    if (main === null) return undefined;
    // It is called once at its beginning too, when everything is laid out.
    const observer = new ResizeObserver(() => setNarrow(measure(main)));
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
  return mobile || narrow;
}
