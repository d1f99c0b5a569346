import type { TelemetryEvent } from '@carrel/shared/contract';

/** Receives events. */
export type Sink = (event: TelemetryEvent) => void;

/** Logs the events that an endpoint would receive. */
export const consoleSink: Sink = ({ kind, ...details }) => {
  const { console } = globalThis;
  const log = kind === 'remote-loaded' ? console.info : console.warn;
  log.call(console, `telemetry: ${kind}`, details);
};
