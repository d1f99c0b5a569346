import type { MouseEvent } from 'react';

/** Returns the place in the document's text that a text node's element has; undefined outside of it. */
function placeOf(node: Node | null): { element: HTMLElement; start: number } | undefined {
  const element = node instanceof HTMLElement ? node : node?.parentElement;
  const marked = element?.closest<HTMLElement>('[data-start]');
  return marked === null || marked === undefined
    ? undefined
    : { element: marked, start: Number(marked.dataset['start']) };
}

/** Returns the node and the character at a point of the window, or of the frame of another document. */
export function caretAt(
  x: number,
  y: number,
  page: Document = document,
): { node: Node; offset: number } | undefined {
  if ('caretPositionFromPoint' in page) {
    const position = page.caretPositionFromPoint(x, y);
    return position === null ? undefined : { node: position.offsetNode, offset: position.offset };
  }
  // Browsers that were released before 2025.
  const older = page as { caretRangeFromPoint?: (x: number, y: number) => Range | null };
  const range = older.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

/** Returns the place in the document's text that was clicked; undefined where a person selected text. */
export function offsetAt({ clientX, clientY, target }: MouseEvent): number | undefined {
  if (getSelection()?.isCollapsed === false) return undefined;
  const clicked = target instanceof Node ? placeOf(target) : undefined;
  const caret = caretAt(clientX, clientY);
  const place = caret === undefined ? undefined : placeOf(caret.node);
  // A click beside a text is nearest to some character of it.
  if (caret === undefined || place === undefined) return clicked?.start;
  if (clicked === undefined || clicked.element === place.element) {
    return place.start + (caret.node instanceof Text ? caret.offset : 0);
  }
  return clicked.start;
}
