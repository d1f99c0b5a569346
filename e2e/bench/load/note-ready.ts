declare global {
  interface Window {
    carrelBench?: { ready?: number; alive?: number };
  }
}

/**
 * Runs in a page before anything else does, and notes when an element was painted, and when React
 * had taken it over.
 */
export function noteReady(wanted: { selector: string; text?: string; hasReact: boolean }): void {
  const noted: { ready?: number; alive?: number } = {};
  window.carrelBench = noted;
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
      port1.addEventListener('message', () => (noted.ready = performance.now()));
      port1.start();
      port2.postMessage(null);
    });
    if (!wanted.hasReact) noted.alive = performance.now();
    else {
      const timer = setInterval(() => {
        // Another may stand in its place by now.
        const isReacts = Object.keys(find() ?? {}).some((key) => key.startsWith('__reactProps'));
        if (!isReacts) return;
        clearInterval(timer);
        noted.alive = performance.now();
      }, 4);
    }
  });
  watch.observe(document, { childList: true, subtree: true });
}
