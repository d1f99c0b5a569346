import { TELEMETRY_BATCH_MAX } from '@carrel/shared/contract';
import type { TelemetryBatch, TelemetryEvent } from '@carrel/shared/contract';

import type { Sink } from './console-sink.ts';

/** Milliseconds in which events gather before they are sent together. */
const GATHER_MS = 5000;
/** Milliseconds of silence after an endpoint that does not take them; doubled each time. */
const REST_MS = 30_000;
const REST_MAX_MS = 3_600_000;
const WAITING_MAX = 100;

/** Whether a fetch may outlive its page here; a beacon may everywhere. */
const canKeepAlive = () => 'keepalive' in Request.prototype;

/** Milliseconds that an answer asks to wait for; undefined where it does not say. */
function askedToWait(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

/**
 * Sends events to an endpoint, a few at a time. What is the same is counted, what is too much is left
 * out and counted too, and an endpoint that is down or full is left in peace.
 */
class Endpoint {
  readonly #url: string;
  readonly #version: string;
  readonly #waiting = new Map<string, TelemetryEvent>();
  #dropped = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rest = REST_MS;
  /** Set while a request is under way, and while the endpoint is left in peace. */
  #busy = false;

  constructor(url: string, version: string) {
    this.#url = url;
    this.#version = version;
  }

  readonly take: Sink = (event) => {
    const key = JSON.stringify({ ...event, milliseconds: undefined });
    const same = this.#waiting.get(key);
    if (same !== undefined) this.#waiting.set(key, { ...same, count: (same.count ?? 1) + 1 });
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, event);
    else this.#dropped += 1;
    if (!this.#busy) this.#timer ??= setTimeout(this.#send, GATHER_MS);
  };

  /** Sends now what waits: the page may not come back. */
  readonly flush = (): void => {
    if (this.#busy || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    void this.#send();
  };

  readonly #send = async (): Promise<void> => {
    this.#timer = undefined;
    this.#busy = true;
    const taken = [...this.#waiting].slice(0, TELEMETRY_BATCH_MAX);
    const dropped = this.#dropped;
    for (const [key] of taken) this.#waiting.delete(key);
    this.#dropped = 0;
    const pause = await this.#post({
      version: this.#version,
      events: taken.map(([, event]) => event),
      dropped,
    });
    if (pause === undefined) {
      this.#busy = false;
      this.#rest = REST_MS;
      if (this.#waiting.size > 0) this.#timer = setTimeout(this.#send, GATHER_MS);
      return;
    }
    // Kept, unless as much has happened since.
    for (const [key, event] of taken) {
      if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, event);
      else this.#dropped += 1;
    }
    this.#dropped += dropped;
    this.#timer = setTimeout(this.#send, pause);
  };

  /** Gives the milliseconds to wait with the same batch; undefined where it was taken or refused for good. */
  async #post(batch: TelemetryBatch): Promise<number | undefined> {
    const body = JSON.stringify(batch);
    const rest = this.#rest;
    this.#rest = Math.min(rest * 2, REST_MAX_MS);
    try {
      if (!canKeepAlive()) {
        const blob = new Blob([body], { type: 'application/json' });
        return navigator.sendBeacon(this.#url, blob) ? undefined : rest;
      }
      const answer = await fetch(this.#url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        keepalive: true,
        credentials: 'omit',
      });
      return answer.status === 429 || answer.status >= 500
        ? (askedToWait(answer) ?? rest)
        : undefined;
    } catch {
      return rest;
    }
  }
}

/** A sink that sends to `url` in batches, the last one when the page is left. */
export function endpointSink(url: string, version: string): Sink {
  const endpoint = new Endpoint(url, version);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') endpoint.flush();
  });
  window.addEventListener('pagehide', endpoint.flush);
  return endpoint.take;
}
