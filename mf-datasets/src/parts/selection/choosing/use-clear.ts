import type { RefObject } from 'react';

import { useFocusLater } from '../../use-focus-later.ts';
import type { Selection } from './use-selection.ts';

/** Returns a function that clears a choice and then focuses the list, as what had the focus is gone. */
export function useClear(
  selection: Pick<Selection, 'clear'>,
  list: RefObject<HTMLElement | null>,
): () => void {
  const focusList = useFocusLater(list, true);
  return () => {
    selection.clear();
    focusList();
  };
}
