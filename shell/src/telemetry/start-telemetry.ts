import type { RuntimeConfig } from '@carrel/shared/releases';

import { currentRegistry } from '../remotes/registry-store.ts';
import { registryInUse } from '../remotes/remote-store.ts';
import { consoleSink } from './console-sink.ts';
import type { Sink } from './console-sink.ts';
import { toTelemetryEvent } from './to-telemetry-event.ts';
import { toVitalEvent } from './vitals/to-vital-event.ts';
import { watchVitals } from './vitals/watch-vitals.ts';
import { endpointSink } from './endpoint-sink.ts';
import { listenToReports } from '../base/report.ts';

/** How long a page is watched after a load failed, in milliseconds. */
const LEAVING_MS = 1000;

/** Calls back unless the page is being left: browsers end its loads before it learns of that. */
function unlessLeaving(act: () => void): void {
  const timer = setTimeout(act, LEAVING_MS);
  window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
}

/** Sends all reports of the shell to the sinks that the page's configuration names. */
export function startTelemetry({ environment, telemetryUrl, version }: RuntimeConfig): void {
  const sinks: Sink[] = [];
  if (environment === 'development') sinks.push(consoleSink);
  if (telemetryUrl !== undefined) sinks.push(endpointSink(telemetryUrl, version));
  listenToReports((item, pathname) => {
    // A running release may be older than the one that the registry names now.
    const event = toTelemetryEvent(item, [registryInUse(), currentRegistry()], pathname);
    if (event === undefined) return;
    const send = () => {
      for (const sink of sinks) sink(event);
    };
    if (event.kind === 'remote-failed') unlessLeaving(send);
    else send();
  });
  watchVitals((...figure) => {
    const event = toVitalEvent(registryInUse(), version, figure);
    for (const sink of sinks) sink(event);
  });
}
