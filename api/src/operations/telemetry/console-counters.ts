import type { TelemetryEvent } from '@carrel/shared/contract';

import type { Metrics } from '../../platform/http/metrics/metrics.ts';
import { createVitalHistogram } from './vital-histogram.ts';

/** Clients choose the names: those beyond this number are counted as `other`, so that the metrics stay bounded. */
const MAX_REMOTES = 100;

const EVENTS = {
  name: 'carrel_console_events_total',
  help: 'Events that consoles reported, by kind and remote.',
};
const LOAD_SECONDS = {
  name: 'carrel_console_remote_load_seconds_total',
  help: 'Time that consoles spent loading a remote.',
};
const DROPPED = {
  name: 'carrel_console_events_dropped_total',
  help: 'Events that consoles left out of their reports.',
};

/** Counts telemetry events by kind and remote. */
export interface ConsoleCounters {
  /** Counts an event that was sent from a network. */
  count(event: TelemetryEvent, network: string): void;
  /** Counts events that a console could not send. */
  countDropped(events: number): void;
}

export function createConsoleCounters(metrics: Metrics): ConsoleCounters {
  const recordVital = createVitalHistogram(metrics);
  const known = new Set<string>();
  const nameOf = ({ remote = 'shell' }: TelemetryEvent) => {
    if (known.size < MAX_REMOTES) known.add(remote);
    return known.has(remote) ? remote : 'other';
  };
  return {
    count: (event, network) => {
      const { kind, count = 1 } = event;
      const remote = nameOf(event);
      metrics.add(EVENTS, { kind, remote }, count);
      if (event.kind === 'remote-loaded') {
        const seconds = (event.milliseconds / 1000) * count;
        metrics.add(LOAD_SECONDS, { remote }, seconds);
      }
      if (event.kind === 'vital') recordVital(event, network);
    },
    countDropped: (events) => {
      if (events > 0) metrics.add(DROPPED, {}, events);
    },
  };
}
