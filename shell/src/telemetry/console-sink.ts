import type { TelemetryEvent } from '@carrel/shared/contract';

/** Somewhere that events go. */
export type Sink = (event: TelemetryEvent) => void;

/** Shows a developer what an endpoint would be told. */
export const consoleSink: Sink = ({ kind, ...details }) => {
  const { console } = globalThis;
  const tell = kind === 'remote-loaded' ? console.info : console.warn;
  tell.call(console, `telemetry: ${kind}`, details);
};
