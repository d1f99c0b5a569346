import { useEffect } from 'react';

let locks = 0;

/**
 * Keeps the page under a dialog from scrolling. The dialog's own lock measures the page and writes a
 * property that everything inherits, which has the browser compute every style anew, at the moment at
 * which somebody waits for the dialog. The space of the scrollbar is always kept, so nothing moves.
 */
export function useScrollLock(open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    const { style } = document.documentElement;
    locks += 1;
    style.overflow = 'hidden';
    return () => {
      locks -= 1;
      if (locks === 0) style.overflow = '';
    };
  }, [open]);
}
