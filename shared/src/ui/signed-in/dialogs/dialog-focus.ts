import { useLayoutEffect, useRef } from 'react';

/** Marks the control that gets the focus when a dialog opens; without one it is the first field. */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const;

const FIELDS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** Whoever had the focus; for a menu's item the button of that menu, since the item will be gone. */
function currentOwner(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role=menu]');
  const trigger = menu && document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return trigger instanceof HTMLElement ? trigger : active;
}

/** Where the focus goes when a dialog opens, and where it returns to when it closes. */
export function useDialogFocus(open: boolean) {
  const content = useRef<HTMLDivElement>(null);
  const owner = useRef<HTMLElement | null>(null);
  // Before anything moves the focus: the machine inside does so a frame later.
  useLayoutEffect(() => {
    if (open) owner.current = currentOwner();
  }, [open]);
  return {
    content,
    initialFocusEl: () =>
      content.current?.querySelector<HTMLElement>('[data-first-focus]') ??
      content.current?.querySelector<HTMLElement>(FIELDS) ??
      content.current,
    finalFocusEl: () => (owner.current?.isConnected === true ? owner.current : null),
  };
}
