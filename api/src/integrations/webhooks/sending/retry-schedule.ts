/** A random part of each wait, so that what failed together is not retried together. */
const JITTER = 0.1;
/** Waits of a webhook that fails, in multiples of the first retry. */
const HOLD_STEPS_MAX = 12;
const HOLD_SECONDS_MAX = 60;
/** Failures in a row after which a webhook that responds is held too. */
const RESPONSES_MAX = 10;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Returns the seconds from now until a delivery is attempted again, `elapsed` seconds after its first
 * attempt; undefined where it is given up. `schedule` is in seconds after the first attempt.
 */
export function secondsUntilRetry(
  schedule: readonly number[],
  elapsed: number,
  retryAfter = 0,
  random = Math.random(),
): number | undefined {
  const next = schedule.find((seconds) => seconds > elapsed);
  if (next === undefined) return undefined;
  return Math.max(next * (1 + JITTER * random) - elapsed, retryAfter);
}

/**
 * Returns for how long nothing is sent to a webhook after its `failures`th failure in a row. One that is away
 * is held at once; one that responds with errors may refuse single events only.
 */
export function secondsHeld(
  [first = 0]: readonly number[],
  failures: number,
  { isAway, retryAfter = 0 }: { isAway: boolean; retryAfter?: number | undefined },
): number {
  const steps = isAway ? failures : failures - RESPONSES_MAX;
  const backoff = steps <= 0 ? 0 : first * 2 ** (Math.min(steps, HOLD_STEPS_MAX) - 1);
  return Math.max(Math.min(backoff, HOLD_SECONDS_MAX), retryAfter);
}

/**
 * Returns the seconds of a Retry-After header, of a day at most; undefined without a readable one. A date in it is
 * compared with the `Date` of the same response: the clocks of two machines differ.
 */
export function retryAfterOf(header: string | undefined, date?: string): number | undefined {
  if (header === undefined) return undefined;
  const sent = Date.parse(date ?? '');
  const now = Number.isNaN(sent) ? Date.now() : sent;
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return seconds > 0 ? Math.min(seconds, DAY_SECONDS) : undefined;
}
