/** Marks the control that is focused when a dialog opens, in place of the first field. */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const;

const FIELDS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** Returns what has the focus. For an item of a menu it is the menu's button: the item is removed. */
export function focusedElement(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return null;
  const menu = active.closest('[role=menu]');
  const trigger = menu && document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return trigger instanceof HTMLElement ? trigger : active;
}

/** Returns what is focused when a window opens: the marked control, the first field, or itself. */
export const firstFocus = (content: HTMLElement): HTMLElement =>
  content.querySelector<HTMLElement>('[data-first-focus]') ??
  content.querySelector<HTMLElement>(FIELDS) ??
  content;
