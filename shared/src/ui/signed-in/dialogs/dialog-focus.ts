import { useLayoutEffect, useRef } from 'react';

/** Marks the control that is focused when a dialog opens, in place of the first field. */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const;

const FIELDS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** Returns what has the focus. For an item of a menu it is the menu's button: the item is removed. */
function focusedElement(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role=menu]');
  const trigger = menu && document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return trigger instanceof HTMLElement ? trigger : active;
}

/** Returns what is focused when a dialog opens, and when it closes. */
export function useDialogFocus(open: boolean) {
  const content = useRef<HTMLDivElement>(null);
  const owner = useRef<HTMLElement | null>(null);
  // Before the focus moves: Chakra's dialog moves it a frame later.
  useLayoutEffect(() => {
    if (open) owner.current = focusedElement();
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
