import { backOff } from '@carrel/shared/contract';

import { isTemporary } from '../errors/guards.ts';
import type { CarrelError } from '../errors/carrel-error.ts';

/** Seconds: a server that asks for more is not waited for. */
export const RETRY_AFTER_MAX = 60;

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Returns the milliseconds to wait before another try: what the server asks for, or a second, doubled with each
 * try, less up to half of it at random, so that clients of one server that was away do not come at once.
 * Undefined for a failure that another try does not change, and for a `Retry-After` that is too long.
 */
export function retryWait(error: unknown, tries: number): number | undefined {
  if (!isTemporary(error)) return undefined;
  const { retryAfter } = error as CarrelError;
  if (retryAfter !== undefined) {
    return retryAfter > RETRY_AFTER_MAX ? undefined : retryAfter * 1000;
  }
  return backoff(tries);
}

/** Returns a wait in milliseconds: a second after the first try, doubled, at most 30, with jitter. */
export function backoff(tries: number): number {
  return backOff(tries, { first: FIRST_MS, most: LONGEST_MS }) * (1 - Math.random() / 2);
}
