import { setTimeout as pause } from 'node:timers/promises';

/** The service did not answer, or said that it could not right now. */
export class ServiceUnavailable extends Error {
  /** The wait that the service asked for. */
  readonly afterMilliseconds: number | undefined;

  constructor(message: string, details: { afterMilliseconds?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.afterMilliseconds = details.afterMilliseconds;
  }
}

/** Asks a service, or waits with everybody else until it is back or was asked in vain once more. */
export type Ask = <T>(request: () => Promise<T>) => Promise<T>;

/** The longest wait between two questions, whatever the service asks for. */
export const WAIT_MAX_MILLISECONDS = 10_000;

/**
 * What all who ask one service know of it. While it is away, one of them asks again, after waits that
 * grow, and the others take that answer for theirs: a service that comes back under load is not met
 * by every document that waits for it.
 */
export function watchOutage(waitMilliseconds: number): Ask {
  let failures = 0;
  let failedAt = 0;
  let notBefore = 0;
  let probe: Promise<unknown> | undefined;

  const noteFailure = (begun: number, { afterMilliseconds }: ServiceUnavailable) => {
    // Those that were on their way together say the same thing.
    if (failures === 0 || begun >= failedAt) failures += 1;
    const wait = afterMilliseconds ?? waitMilliseconds * 2 ** (failures - 1);
    failedAt = performance.now();
    notBefore = failedAt + Math.min(wait, WAIT_MAX_MILLISECONDS);
  };
  const send: Ask = async (request) => {
    const begun = performance.now();
    try {
      const answer = await request();
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof ServiceUnavailable) noteFailure(begun, error);
      else failures = 0;
      throw error;
    }
  };
  const sendLater: Ask = async (request) => {
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
          // Next time it is another's turn: it may be this very text that the service dies over.
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
