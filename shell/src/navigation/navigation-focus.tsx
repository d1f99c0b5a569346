import { afterPaint, VisuallyHidden } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How long to wait for a screen's heading, in milliseconds. */
const HEADING_TIMEOUT_MS = 10_000;

const isShown = (element: Element) => element.closest('[hidden]') === null;

const findHeading = () => [...document.querySelectorAll('h1')].find(isShown);

/** Calls back with the page's heading once it is rendered. Returns a function that stops waiting. */
function onHeading(listener: (heading: HTMLElement) => void): () => void {
  const now = findHeading();
  if (now !== undefined) {
    listener(now);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const heading = findHeading();
    if (heading === undefined) return;
    stop();
    listener(heading);
  });
  const timer = setTimeout(() => stop(), HEADING_TIMEOUT_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

// A field that the screen focused itself, or a dialog over it.
const FOCUSED = 'main input, main textarea, main select, [role=dialog] *, [role=alertdialog] *';
// What had the focus when the user left the screen.
const FOCUSED_BEFORE = 'main *';

const keepsFocus = (element: Element | null, isReturn: boolean) =>
  element !== null &&
  isShown(element) &&
  (element.matches(FOCUSED) || (isReturn && element.matches(FOCUSED_BEFORE)));

/**
 * Moves the focus to the new screen's heading after a navigation and announces its title, as a page
 * load would. Skips the first screen, and a screen that focused one of its own fields. After the paint:
 * moving the focus makes the browser compute styles and layout.
 */
export function NavigationFocus() {
  const { pathname } = useLocation();
  const navigation: string = useNavigationType();
  const isReturn = navigation === 'POP';
  const settled = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    let cancel: (() => void) | undefined;
    const stop = onHeading((heading) => {
      const before = settled.current;
      settled.current = pathname;
      if (before === undefined || before === pathname) return;
      // After Back, the scroll position is restored instead.
      if (!isReturn) window.scrollTo(0, 0);
      cancel = afterPaint(() => {
        if (!keepsFocus(document.activeElement, isReturn)) {
          heading.tabIndex = -1;
          heading.style.outline = 'none';
          heading.focus({ preventScroll: true });
        }
        setAnnouncement(document.title);
      });
    });
    return () => {
      stop();
      cancel?.();
    };
  }, [pathname, isReturn]);
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {announcement}
    </VisuallyHidden>
  );
}
