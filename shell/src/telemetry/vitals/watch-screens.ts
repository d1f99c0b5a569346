import { onPathChange } from './on-path-change.ts';
import type { VitalSink } from './vital-sink.ts';

/** A press that is older did not cause the change of screen. */
const PRESS_MAX_AGE_MS = 1000;
/** A screen that has no data by then is not measured: its requests have failed or are repeated. */
const LONGEST_MS = 30_000;

/** Read from attributes: asking for the visibility would make the browser compute styles. */
const isShown = (element: Element) =>
  element.closest('[hidden], [style*="display: none"]') === null;

/** Whether the screen has its heading, and waits for no data. */
function isComplete(): boolean {
  const main = document.querySelector('main');
  if (main === null) return false;
  const has = (selector: string) => [...main.querySelectorAll(selector)].some(isShown);
  return has('h1') && !has('[data-skeleton], [aria-busy=true]');
}

/** Reports the time from the press on a link to the paint of its screen with its data. */
export function watchScreens(send: VitalSink): void {
  let pressed = 0;
  let current = 0;
  for (const event of ['pointerdown', 'keydown', 'click']) {
    window.addEventListener(event, ({ timeStamp }) => (pressed = timeStamp), {
      capture: true,
      passive: true,
    });
  }
  onPathChange(() => {
    current += 1;
    const change = current;
    const now = performance.now();
    const start = now - pressed < PRESS_MAX_AGE_MS ? pressed : now;
    const path = location.pathname;
    const check = () => {
      const isOver =
        change !== current || document.hidden || performance.now() - start > LONGEST_MS;
      if (isOver) return;
      if (!isComplete()) {
        requestAnimationFrame(check);
        return;
      }
      // This frame is painted before the next task.
      setTimeout(() => send('screen', performance.now() - start, path));
    };
    requestAnimationFrame(check);
  });
}
