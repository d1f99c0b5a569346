import { afterPaint } from '@carrel/shared/ui';

/** How long to wait for a section, which may load its data first, in milliseconds. */
const SECTION_TIMEOUT_MS = 10_000;

let stop: (() => void) | undefined;

const headings = (names: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(names)].filter(
    (heading) => heading.closest('[hidden]') === null,
  );

/** Returns the heading of a section, once the screen with this heading shows it. */
const headingOf = (screen: string, section: string) =>
  headings('h1').some(({ textContent }) => textContent === screen)
    ? headings('main h2, main h3').find(({ textContent }) => textContent === section)
    : undefined;

/** Brings a section of a screen into view and focuses its heading, as soon as the screen has both. */
export function showSection(screen: string, section: string): void {
  stop?.();
  const look = () => {
    const heading = headingOf(screen, section);
    if (heading === undefined) return;
    stop?.();
    // After the new screen's own heading had the focus, and the page was scrolled to its top.
    afterPaint(() => afterPaint(() => focus(heading)));
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => stop?.(), SECTION_TIMEOUT_MS);
  stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    stop = undefined;
  };
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  look();
}

function focus(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.style.scrollMarginTop = '5rem';
  heading.scrollIntoView({ block: 'start' });
  heading.focus({ preventScroll: true });
}
