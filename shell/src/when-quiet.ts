/** Milliseconds after which a browser that never says it is idle is taken to be. */
const PATIENCE = 3000;

/** Whether the person wants as little fetched as can be. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Calls back in a quiet moment, unless the person wants to save data. The answer calls it off. */
export function whenQuiet(act: () => void): () => void {
  if (savesData()) return () => undefined;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, PATIENCE);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(act);
  return () => window.cancelIdleCallback(idle);
}
