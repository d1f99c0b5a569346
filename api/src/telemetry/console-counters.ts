import type { TelemetryEvent } from '@carrel/shared/contract';

import type { Metrics } from '../http/requests/metrics.ts';

/** Names come from outside: what is beyond these is counted as one, or the metrics would grow for ever. */
const MAX_REMOTES = 100;

/** Counts what consoles tell, by kind and remote. */
export interface ConsoleCounters {
  count(event: TelemetryEvent): void;
  /** Counts what a console had to leave out. */
  drop(events: number): void;
}

export function createConsoleCounters(metrics: Metrics): ConsoleCounters {
  const known = new Set<string>();
  const nameOf = ({ remote = 'shell' }: TelemetryEvent) => {
    if (known.size < MAX_REMOTES) known.add(remote);
    return known.has(remote) ? remote : 'other';
  };
  return {
    count: (event) => {
      const { kind, count = 1 } = event;
      const remote = nameOf(event);
      metrics.add('carrel_console_events_total', { kind, remote }, count);
      if (event.kind === 'remote-loaded') {
        const seconds = (event.milliseconds / 1000) * count;
        metrics.add('carrel_console_remote_load_seconds_total', { remote }, seconds);
      }
    },
    drop: (events) => {
      if (events > 0) metrics.add('carrel_console_events_dropped_total', {}, events);
    },
  };
}
