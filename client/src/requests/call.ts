/** What every call takes. */
export interface CallOptions {
  /** Ends the call, the waits between its tries included. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one try, instead of the client's. */
  timeout?: number | undefined;
}

/** Bytes that a request sends. A stream is sent once only, and not by all browsers. */
export type SentBody =
  | string
  | Uint8Array<ArrayBuffer>
  | ArrayBuffer
  | Blob
  | FormData
  | ReadableStream<Uint8Array>;

/** A request to the API. */
export interface Call extends CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Relative to the server's URL, without a leading slash. */
  path: string;
  json?: unknown;
  body?: SentBody | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Tries after the first one, instead of the client's. */
  retries?: number | undefined;
  /** A POST that may be sent twice as it is: it gets no idempotency key, which the server would keep. */
  isRepeatable?: boolean;
}

/** A response that was read whole. */
export interface ReceivedResponse {
  status: number;
  headers: Headers;
  text: string;
}
