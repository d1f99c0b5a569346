import { InteractionTimes } from './interaction-times.ts';
import { onPathChange } from './on-path-change.ts';
import type { VitalSink } from './vital-sink.ts';

/** The shortest events that browsers report. */
const SHORTEST_MS = 16;
/** How long the browser may take to report the press that left a screen, in milliseconds. */
const REPORTING_MS = 2000;

interface InteractionTiming extends PerformanceEventTiming {
  readonly interactionId: number;
}

/** Reports the interaction to next paint of each visit to a screen, when it is left or hidden. */
export function watchInteractions(send: VitalSink): void {
  let path = location.pathname;
  let before: { path: string; until: number } | undefined;
  const visits = new Map<string, InteractionTimes>();

  const flush = (visited: string) => {
    const milliseconds = visits.get(visited)?.interactionToNextPaint();
    visits.delete(visited);
    if (milliseconds !== undefined) send('interaction', milliseconds, visited);
  };
  onPathChange(() => {
    const left = path;
    before = { path: left, until: performance.now() };
    path = location.pathname;
    setTimeout(() => {
      if (left !== path) flush(left);
    }, REPORTING_MS);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const visited of visits.keys()) flush(visited);
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as InteractionTiming[]) {
      if (!entry.interactionId) continue;
      // The press on a link belongs to the screen that has the link.
      const visited = before && entry.startTime < before.until ? before.path : path;
      const times = visits.get(visited) ?? new InteractionTimes();
      visits.set(visited, times);
      times.add(entry.interactionId, entry.duration);
    }
  });
  observer.observe({
    type: 'event',
    durationThreshold: SHORTEST_MS,
    buffered: true,
  } as PerformanceObserverInit);
}
