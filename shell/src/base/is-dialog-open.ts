const DIALOGS = '[role=dialog], [role=alertdialog]';

/** Returns whether React or a component hides an element, or one around it. */
export const isHidden = (element: Element): boolean =>
  element.closest('[hidden], [style*="display: none"]') !== null;

/** Returns whether a dialog is open. One that was just closed is hidden, and keeps its role until React renders it. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll(DIALOGS)].some((dialog) => !isHidden(dialog));
