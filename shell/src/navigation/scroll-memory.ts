import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';

const STORE = 'carrel-scroll';
/** Milliseconds in which a screen may grow to where it was left. */
const PATIENCE = 5000;
const GIVE_UP_ON = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

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
    // Then a reload begins at the top.
  }
}

/** Scrolls as soon as the page is long enough, unless the person scrolls first. */
function scrollWhenPossible(top: number): () => void {
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 1) stop();
  };
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of GIVE_UP_ON) window.removeEventListener(name, stop);
  };
  for (const name of GIVE_UP_ON) window.addEventListener(name, stop, { passive: true });
  observer.observe(document.body);
  attempt();
  return stop;
}

/**
 * Brings a screen back to where it was scrolled to, on Back and Forward and after a reload. The
 * browser does so too early: what makes the page long has not come yet.
 */
export function useScrollMemory(): void {
  const { key } = useLocation();

  useEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);

  useLayoutEffect(() => {
    const positions = readStored();
    const top = positions[key] ?? 0;
    const stopRestoring = top > 0 ? scrollWhenPossible(top) : undefined;
    let latest = top;
    const remember = () => {
      latest = window.scrollY;
    };
    const save = () => store({ ...readStored(), [key]: latest });
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      stopRestoring?.();
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key]);
}
