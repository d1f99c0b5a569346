import { VisuallyHidden } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Milliseconds in which a screen's heading may come and still be given the focus. */
const PATIENCE = 10_000;

const findHeading = () => document.querySelector<HTMLElement>('h1');

/** Calls back with the page's heading, now or when it comes; the answer stops the wait. */
function whenHeadingStands(listener: (heading: HTMLElement) => void): () => void {
  const now = findHeading();
  if (now !== null) {
    listener(now);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const heading = findHeading();
    if (heading === null) return;
    stop();
    listener(heading);
  });
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

// A field that the screen itself put the focus into, or a window that opened over it.
const isKept = (element: Element | null) =>
  element !== null &&
  element.matches('main input, main textarea, main select, [role=dialog] *, [role=alertdialog] *');

/**
 * Moves the focus to the new screen's heading after a navigation and says its title, as a page load
 * would. The first screen, and one that has put the focus into a field of its own, are left alone.
 */
export function NavigationFocus() {
  const { pathname } = useLocation();
  const navigation: string = useNavigationType();
  const isReturn = navigation === 'POP';
  const settled = useRef<string>(undefined);
  const [announcement, setAnnouncement] = useState('');

  useEffect(
    () =>
      whenHeadingStands((heading) => {
        const before = settled.current;
        settled.current = pathname;
        if (before === undefined || before === pathname) return;
        // Where Back leads, the screen is scrolled to where it was left.
        if (!isReturn) window.scrollTo(0, 0);
        if (!isKept(document.activeElement)) {
          heading.tabIndex = -1;
          heading.style.outline = 'none';
          heading.focus({ preventScroll: true });
        }
        setAnnouncement(document.title);
      }),
    [pathname, isReturn],
  );
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {announcement}
    </VisuallyHidden>
  );
}
