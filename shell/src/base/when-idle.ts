/** Delay in browsers without `requestIdleCallback`, in milliseconds. */
const FALLBACK_DELAY_MS = 3000;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns whether to fetch as little as possible: by the user's setting, or on a slow connection. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || /(?:^|-)2g$/.test(connection?.effectiveType ?? '');
}

/** Calls back when the browser is idle, unless data is to be saved. Returns a function that cancels. */
export function whenIdle(act: () => void): () => void {
  if (savesData()) return () => undefined;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(act);
  return () => window.cancelIdleCallback(idle);
}
