import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const STORE = 'carrel-scroll';
/** The key of a page's first entry, until another replaces it. */
const FIRST_KEY = 'default';
/** How long to wait until a screen has grown to its scroll position, in milliseconds. */
const RESTORE_TIMEOUT_MS = 5000;
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

type Positions = Record<string, number>;

function readStored(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

function store(positions: Positions): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions));
  } catch {
    // Then a reload starts at the top.
  }
}

/** Scrolls as soon as the page is long enough, unless the user scrolls first. */
function scrollWhenPossible(top: number): () => void {
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 1) stop();
  };
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(() => stop(), RESTORE_TIMEOUT_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of USER_SCROLL_EVENTS) window.removeEventListener(name, stop);
  };
  for (const name of USER_SCROLL_EVENTS) window.addEventListener(name, stop, { passive: true });
  observer.observe(document.body);
  attempt();
  return stop;
}

/** Returns whether the page was opened at an address, rather than reloaded or returned to. */
function wasOpened(): boolean {
  const [page] = performance.getEntriesByType('navigation');
  return (page as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

/**
 * Restores a screen's scroll position on Back and Forward and after a reload. The browser does so
 * too early, before the page's content has loaded. A page that is opened at an address starts at the top: the
 * first entry of every such page has the same key.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const entry = key === FIRST_KEY ? `${key} ${pathname}` : key;
  const isFirst = useRef(true);

  useEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);

  useLayoutEffect(() => {
    const positions = readStored();
    const startsAtTop = isFirst.current && key === FIRST_KEY && wasOpened();
    isFirst.current = false;
    const top = startsAtTop ? 0 : (positions[entry] ?? 0);
    const stopRestoring = top > 0 ? scrollWhenPossible(top) : undefined;
    let latest = top;
    const remember = () => {
      latest = window.scrollY;
    };
    const save = () => store({ ...readStored(), [entry]: latest });
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      stopRestoring?.();
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key, entry]);
}
