import type { RuntimeConfig } from '@carrel/shared/contract';

import { consoleSink } from './console-sink.ts';
import type { Sink } from './console-sink.ts';
import { describeNoticed } from './describe-noticed.ts';
import { endpointSink } from './endpoint-sink.ts';
import { listenToReports } from './report.ts';

/** Hands everything that the shell notices to the sinks that this page is to have. */
export function startTelemetry({
  environment,
  telemetryUrl,
  version,
  registry,
}: RuntimeConfig): void {
  const sinks: Sink[] = [];
  if (environment === 'development') sinks.push(consoleSink);
  if (telemetryUrl !== undefined) sinks.push(endpointSink(telemetryUrl, version));
  listenToReports((noticed, pathname) => {
    const event = describeNoticed(noticed, registry, pathname);
    if (event !== undefined) for (const sink of sinks) sink(event);
  });
}
