import type { RuntimeConfig } from '@carrel/shared/releases';

import { listenToReports } from './report.ts';

/** Milliseconds after which the code comes although the page is still busy. */
const PATIENCE = 5000;

const whenIdle = (act: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: PATIENCE });
  else setTimeout(act, PATIENCE);
};

/** Fetches the code that tells what was noticed, after the first screen; where nobody is told, none. */
export function loadTelemetry(config: RuntimeConfig): void {
  if (config.telemetryUrl === undefined && config.environment !== 'development') {
    listenToReports(() => undefined);
    return;
  }
  whenIdle(() => {
    void import(/* webpackChunkName: "telemetry" */ './start-telemetry.ts').then(
      ({ startTelemetry }) => startTelemetry(config),
      () => undefined,
    );
  });
}
