import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

import type { Selection } from './use-selection.ts';

/** Returns a function that clears a choice and then focuses the list, as what had the focus is gone. */
export function useClear(
  selection: Pick<Selection, 'clear'>,
  list: RefObject<HTMLElement | null>,
): () => void {
  const [times, setTimes] = useState(0);
  // After a dialog that keeps the focus has been removed.
  useEffect(() => {
    if (times > 0) list.current?.focus({ preventScroll: true });
  }, [times, list]);
  return () => {
    selection.clear();
    setTimes((before) => before + 1);
  };
}
