import type { VitalSink } from './vital-sink.ts';
import { watchInteractions } from './watch-interactions.ts';
import { watchScreens } from './watch-screens.ts';

function watchFirstPaint(send: VitalSink): void {
  const path = location.pathname;
  new PerformanceObserver((list, observer) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint === undefined) return;
    observer.disconnect();
    // A page that was opened in the background is painted when it is first shown.
    if (!wasHidden()) send('first-paint', paint.startTime, path);
  }).observe({ type: 'paint', buffered: true });
}

const wasHidden = () =>
  performance.getEntriesByType('visibility-state').some(({ name }) => name === 'hidden');

/** Measures what people feel of the console, in the browsers that can. */
export function watchVitals(send: VitalSink): void {
  if (!('PerformanceObserver' in window)) return;
  const types = PerformanceObserver.supportedEntryTypes;
  if (types.includes('paint')) watchFirstPaint(send);
  if (types.includes('event')) watchInteractions(send);
  watchScreens(send);
}
