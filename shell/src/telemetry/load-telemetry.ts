import type { RuntimeConfig } from '@carrel/shared/releases';

import { listenToReports } from '../base/report.ts';

/** Delay after which the code is loaded although the page is still busy, in milliseconds. */
const IDLE_TIMEOUT_MS = 5000;

const onIdle = (act: () => void) => {
  if ('requestIdleCallback' in window) {
    window.requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS });
  } else setTimeout(act, IDLE_TIMEOUT_MS);
};

/** Loads the code that sends reports, after the first screen; nothing where there is no receiver. */
export function loadTelemetry(config: RuntimeConfig): void {
  if (config.telemetryUrl === undefined && config.environment !== 'development') {
    listenToReports(() => undefined);
    return;
  }
  onIdle(() => {
    void import(/* webpackChunkName: "telemetry" */ './start-telemetry.ts').then(
      ({ startTelemetry }) => startTelemetry(config),
      () => undefined,
    );
  });
}
