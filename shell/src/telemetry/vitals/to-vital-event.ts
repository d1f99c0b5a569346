import type { TelemetryEvent, Vital } from '@carrel/shared/contract';
import type { Registry } from '@carrel/shared/releases';

import { routeOf } from '../to-telemetry-event.ts';

/** Figures are rounded, so that equal ones are sent as one. */
const STEP_MS = 8;

/** Returns a figure as an event to send, with the release of the remote whose screen it is about. */
export function toVitalEvent(
  registry: Registry,
  shellVersion: string,
  [vital, milliseconds, pathname]: [Vital, number, string],
): TelemetryEvent {
  const route = routeOf([registry], pathname);
  const [remote, release] =
    Object.entries(registry.remotes).find(([, { routes }]) =>
      routes.some(({ path }) => path === route),
    ) ?? [];
  return {
    kind: 'vital',
    vital,
    milliseconds: Math.round(milliseconds / STEP_MS) * STEP_MS,
    route,
    version: release?.version ?? shellVersion,
    ...(remote === undefined ? {} : { remote }),
  };
}
