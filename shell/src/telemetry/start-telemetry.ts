import type { RuntimeConfig } from '@carrel/shared/releases';

import { currentRegistry } from '../remotes/registry/registry-store.ts';
import { registryInUse } from '../remotes/remote-store.ts';
import { consoleSink } from './console-sink.ts';
import type { Sink } from './console-sink.ts';
import { toTelemetryEvent } from './to-telemetry-event.ts';
import { endpointSink } from './endpoint-sink.ts';
import { listenToReports } from './report.ts';

/** Sends all reports of the shell to the sinks that the page's configuration names. */
export function startTelemetry({ environment, telemetryUrl, version }: RuntimeConfig): void {
  const sinks: Sink[] = [];
  if (environment === 'development') sinks.push(consoleSink);
  if (telemetryUrl !== undefined) sinks.push(endpointSink(telemetryUrl, version));
  listenToReports((item, pathname) => {
    // A running release may be older than the one that the registry names now.
    const event = toTelemetryEvent(item, [registryInUse(), currentRegistry()], pathname);
    if (event !== undefined) for (const sink of sinks) sink(event);
  });
}
