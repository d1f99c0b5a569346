import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { Problem } from './problem.ts';
import type { RefusalHeaders } from './refusal-headers.ts';

/** What a client is told that should send its request to the next process. */
const RETRY_AFTER_SECONDS = 5;
const STOPPING = 'The server is restarting. Please try again in a moment.';

/** Responses that got 503 while their handlers ran. */
const refused = new WeakSet<object>();
/** Responses of requests whose changes are committed, or about to be. */
const committing = new WeakSet<object>();

/**
 * Tells that a transaction of a request is about to commit. From now on the request gets the response of its handler.
 * @throws {Problem} 503 if it got another one already: what it said did not happen.
 */
export function beforeCommit(response: object): void {
  if (refused.has(response)) {
    throw new Problem(503, STOPPING, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      isExpected: true,
    });
  }
  committing.add(response);
}

/** The requests that a server responds to, and what becomes of them and of further ones when it stops. */
export class RunningRequests {
  readonly #running = new Set<ServerResponse>();
  /** Connections that have brought a request. */
  readonly #used = new WeakSet<Duplex>();
  readonly #refusal: RefusalHeaders;
  #isStopping = false;
  #onNone = () => undefined as void;

  constructor(refusal: RefusalHeaders) {
    this.#refusal = refusal;
  }

  /**
   * Counts a request until its response has ended. Once the server stops, the next request of a connection gets 503
   * instead, and the connection is closed. The first one of a connection may have been sent before.
   * @returns whether the request shall be handled.
   */
  accept({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const isFirst = !this.#used.has(socket);
    this.#used.add(socket);
    this.#running.add(response);
    response.once('close', () => {
      this.#running.delete(response);
      if (this.#running.size === 0) this.#onNone();
    });
    if (!this.#isStopping) return true;
    response.shouldKeepAlive = false;
    if (!isFirst) this.#refuse(response);
    return isFirst;
  }

  /** From now on, each response closes its connection. Resolves when no request runs. */
  stop(): Promise<void> {
    this.#isStopping = true;
    for (const response of this.#running) response.shouldKeepAlive = false;
    return new Promise((resolve) => {
      this.#onNone = resolve;
      if (this.#running.size === 0) resolve();
    });
  }

  /** Responds 503 to the requests that have no response yet, whatever their handlers do, unless they commit. */
  refuseRunning(): void {
    for (const response of this.#running) {
      if (response.headersSent || committing.has(response)) continue;
      refused.add(response);
      this.#refuse(response);
      // The handler may still respond.
      response.writeHead = () => response;
      response.write = () => true;
      response.end = () => response;
    }
  }

  #refuse(response: ServerResponse): void {
    const body = JSON.stringify({ message: STOPPING });
    response
      .writeHead(503, {
        ...this.#refusal(503),
        'Cache-Control': 'no-store',
        Connection: 'close',
        'Content-Length': Buffer.byteLength(body),
        'Content-Type': 'application/json',
        'Retry-After': RETRY_AFTER_SECONDS,
      })
      .end(body);
  }
}
