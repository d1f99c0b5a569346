import { backOff } from '@carrel/shared/contract';

import type { ServiceState } from '../service-state.ts';
import { ServiceRefusal } from './request-json.ts';
import { ServiceUnavailable } from './service-unavailable.ts';

/** The service is known to be away. The message says why. */
export class ServiceAway extends Error {
  /** When it is tried next. */
  readonly nextTry: Date;

  constructor(cause: Error, nextTry: Date) {
    super(cause.message, { cause });
    this.nextTry = nextTry;
  }
}

interface OutageOptions {
  /** The wait before the first probe; it doubles each time. */
  waitMilliseconds: number;
  /** Sends a text that no document has. */
  probe: () => Promise<unknown>;
  state: ServiceState;
  /** The service has too many requests. */
  onBusy: () => void;
  /** The service was away and is back. */
  onRecovered: () => void;
}

export interface ServiceOutage {
  /**
   * Sends a request. Where it shows that the service may be away, waits for one probe.
   * @throws {ServiceAway} without sending, while the service is away.
   * @throws what the request throws, where the service responds to others.
   */
  send<T>(request: () => Promise<T>): Promise<T>;
  /** Ends the probes. */
  close(): void;
}

/** The longest wait between two probes, whatever the service requests. */
export const WAIT_MAX_MILLISECONDS = 60_000;
/** Above this wait, what is to be sent is sent later by others. */
const HELD_MILLISECONDS = 5000;

/**
 * Watches whether a service responds. While it does not, or refuses everything as its settings are wrong, one probe
 * at a time finds out when it is back, with exponential backoff: a service that recovers is not overloaded by all
 * documents at once, and a text that crashes it does not keep it away from others.
 */
export function watchOutage(options: OutageOptions): ServiceOutage {
  const { waitMilliseconds, probe, state, onBusy, onRecovered } = options;
  let outage: { error: Error; isAway: boolean; failures: number; nextTry: Date } | undefined;
  /** Resolves once the first probe of an outage has ended. */
  let probed = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let lastResponse = -Infinity;
  /** Requests since the last success that were too many. */
  let busy = 0;
  let isClosed = false;

  const waitOf = (error: Error, failures: number) =>
    error instanceof ServiceUnavailable && error.afterMilliseconds !== undefined
      ? Math.min(error.afterMilliseconds, WAIT_MAX_MILLISECONDS)
      : backOff(failures, { first: waitMilliseconds, most: WAIT_MAX_MILLISECONDS });
  const fail = (error: Error, failures: number, isAway: boolean) => {
    const wait = waitOf(error, failures);
    const nextTry = new Date(Date.now() + wait);
    outage = { error, failures, nextTry, isAway: isAway || wait > HELD_MILLISECONDS };
    state.noteFailed('documents', error.message, nextTry);
    if (!isClosed) timer = setTimeout(() => void tryAgain(), wait).unref();
  };
  const end = () => {
    const wasAway = outage?.isAway === true;
    outage = undefined;
    clearTimeout(timer);
    lastResponse = performance.now();
    state.noteWorked('documents');
    probed.resolve();
    if (wasAway && !isClosed) onRecovered();
  };
  const tryAgain = async () => {
    const failures = (outage?.failures ?? 0) + 1;
    try {
      await probe();
      end();
    } catch (error) {
      if (outage === undefined) return;
      if (isOutage(error)) fail(error, failures, true);
      else end();
      probed.resolve();
    }
  };
  const begin = (error: Error) => {
    if (outage !== undefined) return;
    const isBusy = error instanceof ServiceUnavailable && error.isBusy;
    if (isBusy) {
      busy += 1;
      onBusy();
    }
    probed = Promise.withResolvers();
    fail(error, Math.max(1, busy), isClosed);
  };
  const wait = async () => {
    if (outage?.isAway === false) await probed.promise;
    if (outage?.isAway === true) throw new ServiceAway(outage.error, outage.nextTry);
  };
  const stopListening = state.onRecover(end);

  return {
    send: async (request) => {
      await wait();
      const begun = performance.now();
      try {
        const value = await request();
        lastResponse = performance.now();
        busy = 0;
        if (outage === undefined) state.noteWorked('documents');
        return value;
      } catch (error) {
        if (!isOutage(error)) {
          lastResponse = performance.now();
          throw error;
        }
        // A request that hangs says nothing where others, begun later or not, got a response meanwhile.
        const isAlone =
          error instanceof ServiceUnavailable && !error.isBusy && lastResponse > begun;
        if (isAlone) throw error;
        begin(error);
        await wait();
        throw error;
      }
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      stopListening();
      probed.resolve();
    },
  };
}

/** Whether a failure says that the service is away, or that its settings are wrong. */
const isOutage = (error: unknown): error is ServiceUnavailable | ServiceRefusal =>
  error instanceof ServiceUnavailable || (error instanceof ServiceRefusal && !error.isOfText);
