import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * Returns a function that focuses an element once what has the focus, such as a dialog, has been removed. With
 * `keepsInside`, what has the focus then in the element keeps it. It is stable.
 */
export function useFocusLater(
  element: RefObject<HTMLElement | null>,
  keepsInside = false,
): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0 || (keepsInside && element.current?.contains(document.activeElement))) return;
    element.current?.focus({ preventScroll: true });
  }, [times, element, keepsInside]);
  return useCallback(() => setTimes((before) => before + 1), []);
}
