declare global {
  interface Window {
    carrelBench?: { ready?: number; hydrated?: number };
  }
}

/**
 * Runs in a page before all other scripts, and records when an element was painted, and when React
 * had hydrated it.
 */
export function recordReady(wanted: { selector: string; text?: string; hasReact: boolean }): void {
  const times: { ready?: number; hydrated?: number } = {};
  window.carrelBench = times;
  const find = () =>
    [...document.querySelectorAll(wanted.selector)].find(
      (one) => wanted.text === undefined || one.textContent === wanted.text,
    );
  const watch = new MutationObserver(() => {
    const element = find();
    if (element === undefined || element.getBoundingClientRect().width === 0) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (times.ready = performance.now()));
      port1.start();
      port2.postMessage(null);
    });
    if (!wanted.hasReact) times.hydrated = performance.now();
    else {
      const timer = setInterval(() => {
        // The element may have been replaced by now.
        const isHydrated = Object.keys(find() ?? {}).some((key) => key.startsWith('__reactProps'));
        if (!isHydrated) return;
        clearInterval(timer);
        times.hydrated = performance.now();
      }, 4);
    }
  });
  watch.observe(document, { childList: true, subtree: true });
}
