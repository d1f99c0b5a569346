import { backOff, retryAfterSeconds } from '@carrel/shared/contract';

/** A random part of each wait, so that what failed together is not retried together. */
const JITTER = 0.1;
/** The longest wait of a webhook that fails. */
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
  const held = steps <= 0 ? 0 : backOff(steps, { first, most: HOLD_SECONDS_MAX });
  return Math.max(held, retryAfter);
}

/**
 * Returns the seconds of a Retry-After header, of a day at most; undefined without a readable one. A date in it is
 * compared with the `Date` of the same response: the clocks of two machines differ.
 */
export function retryAfterOf(header: string | undefined, date?: string): number | undefined {
  const sent = Date.parse(date ?? '');
  const seconds = retryAfterSeconds(header, Number.isNaN(sent) ? Date.now() : sent) ?? 0;
  return seconds > 0 ? Math.min(Math.ceil(seconds), DAY_SECONDS) : undefined;
}
