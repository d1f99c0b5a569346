import { useLayoutEffect, useState } from 'react';

import { useIsMobile } from './use-is-mobile.ts';

/** Pixels of the page's main part in which a table with its actions has room. */
const TABLE_MIN = 752;

const findMain = () => document.querySelector('main');

/** Without a width it is not laid out, and nothing is known. */
const isNarrow = (main: Element | null) =>
  main !== null && main.clientWidth > 0 && main.clientWidth < TABLE_MIN;

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
    const measure = () => setNarrow(isNarrow(main));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
  return mobile || narrow;
}
