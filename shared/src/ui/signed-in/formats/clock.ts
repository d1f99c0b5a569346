const TICK = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  for (const listener of listeners) listener();
}

/** One timer for all relative times of the page, every 30 seconds; it does not run while there are none. */
export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
