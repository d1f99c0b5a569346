import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

import { withSession } from '../../client/with-session.ts';
import { sendUploadRequest } from '../../client/upload-request.ts';
import type { UploadResponse } from '../../client/upload-request.ts';

/** Milliseconds without progress after which a connection counts as broken, as the server counts too. */
const STALL_TIMEOUT = 60_000;

class TusResponse implements HttpResponse {
  readonly response: UploadResponse;

  constructor(response: UploadResponse) {
    this.response = response;
  }

  getStatus(): number {
    return this.response.status;
  }

  getHeader(name: string): string | undefined {
    return this.response.header(name) ?? undefined;
  }

  getBody(): string {
    return this.response.text;
  }

  getUnderlyingObject(): UploadResponse {
    return this.response;
  }
}

class TusRequest implements HttpRequest {
  readonly #method: string;
  readonly #url: string;
  readonly #headers: Record<string, string> = { Accept: 'application/json' };
  readonly #aborting = new AbortController();
  #onProgress: (sent: number) => void = () => undefined;

  constructor(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  getMethod(): string {
    return this.#method;
  }

  getURL(): string {
    return this.#url;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name];
  }

  setProgressHandler(onProgress: (sent: number) => void): void {
    this.#onProgress = onProgress;
  }

  /** Once more after an expired session was refreshed. */
  async send(body: Blob | null = null): Promise<HttpResponse> {
    const response = await withSession(() =>
      sendUploadRequest({
        method: this.#method,
        url: this.#url,
        headers: this.#headers,
        body,
        onProgress: this.#onProgress,
        stallTimeout: STALL_TIMEOUT,
        signal: this.#aborting.signal,
      }),
    );
    return new TusResponse(response);
  }

  abort(): Promise<void> {
    this.#aborting.abort();
    return Promise.resolve();
  }

  getUnderlyingObject(): undefined {
    return undefined;
  }
}

/** Sends the requests of tus-js-client as all others are sent: with cookies, and an expired session refreshed. */
export const tusRequests: HttpStack = {
  createRequest: (method, url) => new TusRequest(method, url),
  getName: () => 'tusRequests',
};
