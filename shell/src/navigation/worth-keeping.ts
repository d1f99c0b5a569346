import { isHidden } from '../base/is-dialog-open.ts';

/** A screen with more elements is mounted again when the user returns to it. */
const ELEMENTS_MAX = 4000;

/** What an open window has: its content is at the end of the page, outside of its screen. */
const WINDOWS = '[role=dialog], [role=alertdialog], [role=menu][data-state=open]';

/** What holds more memory than its elements, and workers: pages of a PDF, framed documents, images. */
const LARGE = 'canvas, iframe, img[src^="blob:"]';

/**
 * Returns whether a screen that was just hidden stays mounted. Not with a password in it, with an open window,
 * after it failed, or if it holds too much memory.
 */
export function isWorthKeeping(screen: HTMLElement): boolean {
  if (screen.querySelectorAll('*').length > ELEMENTS_MAX) return false;
  if (screen.querySelector(LARGE) !== null) return false;
  if (screen.querySelector('[role=alert]') !== null) return false;
  const passwords = screen.querySelectorAll<HTMLInputElement>('input[type=password]');
  if ([...passwords].some(({ value }) => value !== '')) return false;
  // Only the screen that was just hidden can have hidden windows: those before it were dropped.
  return ![...document.querySelectorAll(WINDOWS)].some(isHidden);
}
