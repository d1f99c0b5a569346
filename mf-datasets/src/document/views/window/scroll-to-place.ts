/** Which part of the frame is above the place that it is scrolled to. */
export const ABOVE = 0.25;

/** Returns the last rendered element that starts at or before a place of the text. */
export function elementAt(frame: HTMLElement, place: number): HTMLElement | undefined {
  let found: HTMLElement | undefined;
  for (const element of frame.querySelectorAll<HTMLElement>('[data-start]')) {
    if (Number(element.dataset['start']) <= place) found = element;
    else break;
  }
  return found;
}

/** Scrolls a frame so that an element in it is in its upper part. */
export function scrollToElement(frame: HTMLElement, element: HTMLElement): void {
  const above = element.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  frame.scrollTo({ top: frame.scrollTop + above - frame.clientHeight * ABOVE });
  // It may be beside what is shown of a wide table.
  const { left, right } = element.getBoundingClientRect();
  const around = (element.closest('[data-table]') ?? frame).getBoundingClientRect();
  if (left < around.left || right > around.right) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
