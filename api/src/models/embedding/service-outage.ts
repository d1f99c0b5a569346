import { backOff } from '@carrel/shared/contract';
import { setTimeout as pause } from 'node:timers/promises';

/** The service did not respond, or responded that it is unavailable. */
export class ServiceUnavailable extends Error {
  /** The wait that the service requested. */
  readonly afterMilliseconds: number | undefined;

  constructor(message: string, details: { afterMilliseconds?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.afterMilliseconds = details.afterMilliseconds;
  }
}

/** Sends a request, or waits with all others until the service has recovered or another probe failed. */
export type Send = <T>(request: () => Promise<T>) => Promise<T>;

/** The longest wait between two probes, whatever the service requests. */
export const WAIT_MAX_MILLISECONDS = 10_000;

/**
 * Returns a `Send` that all users of one service share. While the service is unavailable, one request
 * probes it, with exponential backoff, and the failure of the probe fails the others: a service that
 * recovers is not overloaded by all documents at once.
 */
export function watchOutage(waitMilliseconds: number): Send {
  let failures = 0;
  let failedAt = 0;
  let notBefore = 0;
  let probe: Promise<unknown> | undefined;

  const noteFailure = (begun: number, { afterMilliseconds }: ServiceUnavailable) => {
    // Requests that were in flight together count as one failure.
    if (failures === 0 || begun >= failedAt) failures += 1;
    const wait =
      afterMilliseconds === undefined
        ? backOff(failures, { first: waitMilliseconds, most: WAIT_MAX_MILLISECONDS })
        : Math.min(afterMilliseconds, WAIT_MAX_MILLISECONDS);
    failedAt = performance.now();
    notBefore = failedAt + wait;
  };
  const send: Send = async (request) => {
    const begun = performance.now();
    try {
      const response = await request();
      failures = 0;
      return response;
    } catch (error) {
      if (error instanceof ServiceUnavailable) noteFailure(begun, error);
      else failures = 0;
      throw error;
    }
  };
  const sendLater: Send = async (request) => {
    await pause(Math.max(0, notBefore - performance.now()));
    return send(request);
  };

  return async (request) => {
    for (;;) {
      if (failures === 0) return send(request);
      if (probe === undefined) {
        const mine = sendLater(request).finally(() => {
          probe = undefined;
        });
        probe = mine;
        try {
          return await mine;
        } catch (error) {
          // Another request probes next: the service may have crashed over this text.
          await pause(0);
          throw error;
        }
      }
      try {
        await probe;
      } catch (error) {
        if (error instanceof ServiceUnavailable) throw error;
      }
    }
  };
}
