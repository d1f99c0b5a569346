import type { RuntimeConfig } from '@carrel/shared/releases';

import { currentRegistry } from '../remotes/registry/registry-store.ts';
import { registryInUse } from '../remotes/remote-store.ts';
import { consoleSink } from './console-sink.ts';
import type { Sink } from './console-sink.ts';
import { toTelemetryEvent } from './to-telemetry-event.ts';
import { endpointSink } from './endpoint-sink.ts';
import { listenToReports } from './report.ts';

/** Hands everything that the shell notices to the sinks that this page is to have. */
export function startTelemetry({ environment, telemetryUrl, version }: RuntimeConfig): void {
  const sinks: Sink[] = [];
  if (environment === 'development') sinks.push(consoleSink);
  if (telemetryUrl !== undefined) sinks.push(endpointSink(telemetryUrl, version));
  listenToReports((noticed, pathname) => {
    // A release that runs may be older than what the registry names by now.
    const event = toTelemetryEvent(noticed, [registryInUse(), currentRegistry()], pathname);
    if (event !== undefined) for (const sink of sinks) sink(event);
  });
}
