/** Milliseconds after which a browser that never says it is idle is taken to be. */
const PATIENCE = 3000;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether as little as can be should be fetched: the person wants that, or the connection does. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || /(?:^|-)2g$/.test(connection?.effectiveType ?? '');
}

/** Calls back in a quiet moment, unless data is to be saved. The answer calls it off. */
export function whenQuiet(act: () => void): () => void {
  if (savesData()) return () => undefined;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, PATIENCE);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(act);
  return () => window.cancelIdleCallback(idle);
}
