import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

import { useIsMobile } from './use-is-mobile.ts';

/** Pixels that a table with its actions needs. */
const TABLE_MIN = 704;

/**
 * Whether what stands in this element is to take its narrow form: in the mobile layout, and beside an
 * open sidebar on a tablet.
 */
export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const mobile = useIsMobile();
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    // Without a width it is not laid out, and nothing is known.
    const measure = () => setNarrow(current.clientWidth > 0 && current.clientWidth < TABLE_MIN);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return mobile || narrow;
}
