import { backOff } from '@carrel/shared/contract';

import type { ServiceState } from '../service-state.ts';
import { MalformedResponse, ServiceRefusal } from './request-json.ts';
import { ServiceUnavailable } from './service-unavailable.ts';

type Attempted<T> = { value: T } | { unavailable: string };

/** Requests of searches that wait for one service at most. */
const PENDING_MAX = 32;
const PAUSE = { first: 1000, most: 30_000 } as const;

/**
 * Returns a function that makes one attempt of a request and never rejects. After a failure, requests are not
 * sent for a pause, which doubles with each further failure: a search does not wait for a service that is
 * known to be away. After the pause, or a test that succeeded, one request probes it.
 */
export function createServiceCircuit(
  service: string,
  state?: ServiceState,
  pause: { first: number; most: number } = PAUSE,
): <T>(request: () => Promise<T>) => Promise<Attempted<T>> {
  let failures = 0;
  let closedUntil = 0;
  let pending = 0;
  let reason = '';
  state?.onRecover(() => {
    closedUntil = 0;
  });

  return async (request) => {
    const isProbe = failures > 0;
    if (isProbe && (pending > 0 || performance.now() < closedUntil)) return { unavailable: reason };
    if (pending >= PENDING_MAX) {
      return { unavailable: `Too many searches wait for the ${service}.` };
    }
    pending += 1;
    try {
      const value = await request();
      failures = 0;
      state?.noteWorked('queries');
      return { value };
    } catch (error) {
      const unavailable = sentenceOf(error, service);
      // A text that is refused says nothing about the next one.
      if (error instanceof ServiceRefusal && error.isOfText) return { unavailable };
      // Requests that were in flight together count as one failure.
      if (isProbe || failures === 0) failures += 1;
      const wait = backOff(failures, pause);
      closedUntil = performance.now() + wait;
      state?.noteFailed('queries', unavailable, new Date(Date.now() + wait));
      reason = unavailable;
      return { unavailable };
    } finally {
      pending -= 1;
    }
  };
}

function sentenceOf(error: unknown, service: string): string {
  const isKnown =
    error instanceof ServiceUnavailable ||
    error instanceof ServiceRefusal ||
    error instanceof MalformedResponse;
  return isKnown ? error.message : `The ${service} failed.`;
}
