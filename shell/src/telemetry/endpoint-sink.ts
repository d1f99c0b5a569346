import { retryAfterSeconds, TELEMETRY_BATCH_MAX } from '@carrel/shared/contract';
import type { TelemetryBatch, TelemetryEvent } from '@carrel/shared/contract';

import type { Sink } from './console-sink.ts';

/** How long events are collected before they are sent in one batch, in milliseconds. */
const BATCH_DELAY_MS = 5000;
/** Backoff after a failed request, in milliseconds; doubled each time. */
const BACKOFF_MS = 30_000;
const BACKOFF_MAX_MS = 3_600_000;
const WAITING_MAX = 100;

/** Whether fetch supports `keepalive` here; a beacon always outlives its page. */
const canKeepAlive = () => 'keepalive' in Request.prototype;

/** Returns the delay that a response's `Retry-After` sets, in milliseconds; undefined without one. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = retryAfterSeconds(response.headers.get('Retry-After')) ?? 0;
  return seconds > 0 ? seconds * 1000 : undefined;
}

/**
 * Sends events to an endpoint in batches. Equal events are counted, events beyond the limit are
 * dropped and counted, and requests to an endpoint that is down or overloaded back off.
 */
class Endpoint {
  readonly #url: string;
  readonly #version: string;
  readonly #waiting = new Map<string, TelemetryEvent>();
  #dropped = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #backoff = BACKOFF_MS;
  /** Set during a request and during the backoff. */
  #busy = false;

  constructor(url: string, version: string) {
    this.#url = url;
    this.#version = version;
  }

  readonly add: Sink = (event) => {
    // The receiver counts vitals by their size, and loads of remotes by their number and sum.
    const key = JSON.stringify(
      event.kind === 'vital' ? event : { ...event, milliseconds: undefined },
    );
    const same = this.#waiting.get(key);
    if (same !== undefined) this.#waiting.set(key, { ...same, count: (same.count ?? 1) + 1 });
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, event);
    else this.#dropped += 1;
    if (!this.#busy) this.#timer ??= setTimeout(this.#send, BATCH_DELAY_MS);
  };

  /** Sends waiting events immediately: the page may not come back. */
  readonly flush = (): void => {
    if (this.#busy || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    void this.#send();
  };

  readonly #send = async (): Promise<void> => {
    this.#timer = undefined;
    this.#busy = true;
    const batch = [...this.#waiting].slice(0, TELEMETRY_BATCH_MAX);
    const dropped = this.#dropped;
    for (const [key] of batch) this.#waiting.delete(key);
    this.#dropped = 0;
    const pause = await this.#post({
      version: this.#version,
      events: batch.map(([, event]) => event),
      dropped,
    });
    if (pause === undefined) {
      this.#busy = false;
      this.#backoff = BACKOFF_MS;
      if (this.#waiting.size > 0) this.#timer = setTimeout(this.#send, BATCH_DELAY_MS);
      return;
    }
    // Kept, unless the queue has filled up since.
    for (const [key, event] of batch) {
      if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, event);
      else this.#dropped += 1;
    }
    this.#dropped += dropped;
    this.#timer = setTimeout(this.#send, pause);
  };

  /** Returns the delay before a retry in milliseconds; undefined where the batch was accepted or rejected permanently. */
  async #post(batch: TelemetryBatch): Promise<number | undefined> {
    const body = JSON.stringify(batch);
    const backoff = this.#backoff;
    this.#backoff = Math.min(backoff * 2, BACKOFF_MAX_MS);
    try {
      if (!canKeepAlive()) {
        const blob = new Blob([body], { type: 'application/json' });
        return navigator.sendBeacon(this.#url, blob) ? undefined : backoff;
      }
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        keepalive: true,
        credentials: 'omit',
        redirect: 'error',
      });
      return response.status === 429 || response.status >= 500
        ? (retryAfterOf(response) ?? backoff)
        : undefined;
    } catch {
      return backoff;
    }
  }
}

/** Returns a sink that sends to `url` in batches, the last one when the page is left. */
export function endpointSink(url: string, version: string): Sink {
  const endpoint = new Endpoint(url, version);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') endpoint.flush();
  });
  window.addEventListener('pagehide', endpoint.flush);
  return endpoint.add;
}
