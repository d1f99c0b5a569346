import { request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Failure } from '../exit-codes.ts';

/** Bytes of the largest response that is read: a page of a manifest has a few megabytes. */
const RESPONSE_MAX = 64 * 1024 * 1024;
/** Milliseconds without any byte in either direction. Checking a large archive takes the server minutes. */
const IDLE_MS = 300_000;
/** Milliseconds for a call that is not slow. */
const CALL_MS = 60_000;

/** Bytes that are read when they are sent, and read again if they have to be sent again. */
export interface StreamedBody {
  size: number;
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The same, from any position on. */
export interface SlicedBody {
  size: number;
  /** Yields the bytes from `start` on. */
  readFrom(start: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** The same for the same bytes, at another time too. */
  fingerprint: string;
}

/** Returns the bytes from a position on. */
export const bodyFrom = (body: SlicedBody, start = 0): StreamedBody => ({
  size: body.size - start,
  read: (signal) => body.readFrom(start, signal),
});

export interface OutgoingRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string | StreamedBody | undefined;
  signal: AbortSignal;
  /** It ends when nothing happens for minutes, instead of after one. */
  isSlow: boolean;
}

export interface ReceivedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** No response came: the server is away, or the connection broke. */
export class Unreachable extends Failure {}

/**
 * Sends a request and returns the response of whatever status. It follows no redirects, and ends at a limit of
 * time and of bytes. A response that comes before the body is sent ends the sending.
 * @throws {Unreachable} without a response.
 */
export async function send({
  method,
  url,
  headers,
  body,
  signal,
  isSlow,
}: OutgoingRequest): Promise<ReceivedResponse> {
  const isStream = typeof body === 'object';
  const limits = [signal, ...(isSlow ? [] : [AbortSignal.timeout(CALL_MS)])];
  const length = isStream ? body.size : Buffer.byteLength(body ?? '');
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...headers,
      ...(body === undefined ? {} : { 'Content-Length': length }),
    },
    signal: AbortSignal.any(limits),
  });
  request.setTimeout(IDLE_MS, () => request.destroy(new Error('The connection was idle')));
  const responded = new AbortController();
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).on('error', reject);
  });
  response.catch(() => undefined);
  let sourceError: unknown;
  // Its connection is used again.
  let isComplete = false;
  try {
    if (isStream) {
      const sending = pipeline(
        Readable.from(pieces(body, AbortSignal.any([signal, responded.signal]), fail)),
        request,
        { signal: responded.signal },
      );
      sending.catch(() => undefined);
      await Promise.race([response, sending]);
    } else {
      request.end(body);
    }
    const message = await response;
    const text = await readText(message);
    isComplete = request.writableFinished;
    responded.abort();
    return { status: message.statusCode ?? 0, headers: message.headers, text };
  } catch (error) {
    signal.throwIfAborted();
    if (sourceError !== undefined) throw sourceError;
    if (error instanceof Failure) throw error;
    throw new Unreachable(`${url.origin} cannot be reached: ${reasonOf(error)}`, 1, {
      cause: error,
    });
  } finally {
    if (!isComplete) request.destroy();
  }

  function fail(error: unknown): void {
    sourceError ??= error;
  }
}

/** What goes wrong while a file is read is no failure of the connection. */
async function* pieces(
  body: StreamedBody,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body.read(signal);
  } catch (error) {
    if (!signal.aborted) onError(error);
    throw error;
  }
}

async function readText(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message) {
    const bytes = part as Buffer;
    length += bytes.length;
    if (length > RESPONSE_MAX) throw new Failure('The response of the server is too large.');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it did not respond in time.';
  const { code } = error as NodeJS.ErrnoException;
  return `${error.message === '' ? (code ?? error.name) : error.message}.`;
}
