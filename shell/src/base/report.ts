import type { TelemetryEvent } from '@carrel/shared/contract';

/** What the shell reports. Errors and violations are raw; `toTelemetryEvent` describes them later. */
export type Report =
  | Extract<TelemetryEvent, { kind: 'remote-loaded' | 'remote-failed' | 'remote-refused' }>
  | { kind: 'error'; error: unknown }
  | { kind: 'csp-violation'; violation: SecurityPolicyViolationEvent };

/** Receives a report, and the path of the page at that moment. */
export type Listener = (item: Report, pathname: string) => void;

/** Enough for a page on which nothing works; further reports would repeat the first ones. */
const WAITING_MAX = 50;

let waiting: [Report, string][] = [];
let listener: Listener = (...item) => {
  if (waiting.length < WAITING_MAX) waiting.push(item);
};

/** Reports an error or a figure of the console to the listener. Never throws. */
export function report(item: Report): void {
  try {
    listener(item, location.pathname);
  } catch {
    // A failing report must not cause a second error.
  }
}

/** Sends all reports so far, and all later ones, to `next`. */
export function listenToReports(next: Listener): void {
  const earlier = waiting;
  waiting = [];
  listener = next;
  for (const [item, pathname] of earlier) {
    try {
      next(item, pathname);
    } catch {
      // As above.
    }
  }
}
