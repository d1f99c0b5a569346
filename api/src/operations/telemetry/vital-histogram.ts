import type { TelemetryEvent, Vital } from '@carrel/shared/contract';
import { VITAL_ROUTES, VITALS } from '@carrel/shared/contract';

import type { Histogram } from '../../platform/http/metrics/histograms.ts';
import type { Gauge, Metrics } from '../../platform/http/metrics/metrics.ts';
import { ReportedReleases } from './reported-releases.ts';

type VitalEvent = Extract<TelemetryEvent, { kind: 'vital' }>;

const VITAL_SECONDS: Histogram = {
  name: 'carrel_console_vital_seconds',
  help: 'What people feel of the console, by figure, route and release.',
  bounds: [0.05, 0.1, 0.2, 0.5, 1, 2, 5],
};

/** What three of four visits should stay below, in seconds. */
const BUDGET_SECONDS: Record<Vital, number> = {
  'first-paint': 1,
  interaction: 0.1,
  screen: 0.2,
};

/** The budgets, which alert rules compare the histogram with. */
const VITAL_BUDGETS: Gauge = {
  name: 'carrel_console_vital_budget_seconds',
  help: 'What the 75th percentile of a figure should stay below.',
  values: VITALS.map((vital) => [`vital="${vital}"`, BUDGET_SECONDS[vital]] as const),
};

const ROUTES = new Set(VITAL_ROUTES);

/** Returns what adds a figure from a network to the metrics. Paths that the console does not have are `other`. */
export function createVitalHistogram(
  metrics: Metrics,
): (event: VitalEvent, network: string) => void {
  metrics.show(VITAL_BUDGETS);
  // Each has series for three figures of some thirty routes.
  const releases = new ReportedReleases();
  return (event, network) => {
    const { vital, milliseconds, route, remote = 'shell', version: release, count = 1 } = event;
    const forgotten = releases.note({ remote, release }, network);
    if (forgotten !== undefined) {
      metrics.forget(VITAL_SECONDS, { remote: forgotten.remote, release: forgotten.release });
    }
    const labels = { vital, route: ROUTES.has(route) ? route : 'other', remote, release };
    metrics.record(VITAL_SECONDS, labels, milliseconds / 1000, count);
  };
}
