import type { TelemetryEvent } from '@carrel/shared/contract';

/** What the shell notices. Errors and violations come as they are; words are found for them later. */
export type Noticed =
  | Extract<TelemetryEvent, { kind: 'remote-loaded' | 'remote-failed' | 'remote-refused' }>
  | { kind: 'error'; error: unknown }
  | { kind: 'csp-violation'; violation: SecurityPolicyViolationEvent };

/** Takes what was noticed, and the path of the page at that moment. */
export type Listener = (noticed: Noticed, pathname: string) => void;

/** Enough for a page on which nothing works; the rest would say the same. */
const WAITING_MAX = 50;

let waiting: [Noticed, string][] = [];
let listener: Listener = (...noticed) => {
  if (waiting.length < WAITING_MAX) waiting.push(noticed);
};

/** Tells whoever listens to the console's own troubles and figures. Never throws. */
export function report(noticed: Noticed): void {
  try {
    listener(noticed, location.pathname);
  } catch {
    // A failing report must not become a second trouble.
  }
}

/** Gives everything noticed so far, and from now on, to `next`. */
export function listenToReports(next: Listener): void {
  const missed = waiting;
  waiting = [];
  listener = next;
  for (const [noticed, pathname] of missed) {
    try {
      next(noticed, pathname);
    } catch {
      // As above.
    }
  }
}
