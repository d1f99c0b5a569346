import { LOG_POSITION_HEADER, LOG_POSITION_SECONDS } from '@carrel/shared/contract';

import type { Clock } from './clock.ts';

/** What this client has written, as the server's read replicas have to know it. */
export class SeenPosition {
  readonly #clock: Clock;
  #last: { text: string; place: bigint; until: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the header of a request. */
  header(): Record<string, string> {
    if (this.#last === undefined || this.#clock.now() > this.#last.until) return {};
    return { [LOG_POSITION_HEADER]: this.#last.text };
  }

  /** Keeps the position of a response, unless an earlier response had a later one. */
  note(headers: Headers): void {
    const text = headers.get(LOG_POSITION_HEADER);
    const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/.exec(text ?? '') ?? [];
    if (text === null || high === undefined || low === undefined) return;
    const place = BigInt(`0x${high}${low.padStart(8, '0')}`);
    const now = this.#clock.now();
    if (this.#last !== undefined && now <= this.#last.until && place < this.#last.place) return;
    this.#last = { text, place, until: now + LOG_POSITION_SECONDS * 1000 };
  }
}
