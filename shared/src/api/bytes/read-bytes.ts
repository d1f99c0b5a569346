import { ApiError, isApiError } from '../api-error.ts';
import { expectSuccess, ORGANIZATION_HEADER, REQUEST_ID_HEADER } from '../client/call.ts';
import { apiUrlOf } from '../client/client-settings.ts';
import { withSession } from '../client/with-session.ts';

/** Milliseconds without a byte after which a response counts as broken. */
export const BYTES_TIMEOUT = 30_000;

export interface ReadBytesOptions {
  organizationId: string;
  /** Bytes from `start` up to and without `end`; all without it. */
  range?: { start: number; end: number };
  /** The most bytes that are read: a longer response throws `contract`. */
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Reads bytes of the API. Throws what other calls throw: `timeout` after thirty seconds without a byte,
 * `contract` for a response that is longer than allowed, or that is not the range that was asked for.
 */
export async function readBytes(
  path: string,
  { organizationId, range, maxBytes, signal }: ReadBytesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const timeout = new AbortController();
  const onTimeout = () => timeout.abort(new ApiError('timeout'));
  let timer = setTimeout(onTimeout, BYTES_TIMEOUT);
  const open = () =>
    send(path, organizationId, {
      ...(range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` }),
      signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
    });
  try {
    const response = await withSession(open);
    await expectBytes(response, range);
    return await readAll(response, maxBytes, () => {
      clearTimeout(timer);
      timer = setTimeout(onTimeout, BYTES_TIMEOUT);
    });
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (timeout.signal.aborted) throw timeout.signal.reason;
    throw error instanceof TypeError ? new ApiError('network', undefined, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the URL of a download, once the session is known to be valid for it: a browser that follows a
 * link does not refresh the session. Throws what other calls throw.
 */
export async function prepareDownload(path: string, organizationId: string): Promise<string> {
  const signal = AbortSignal.timeout(BYTES_TIMEOUT);
  try {
    const response = await withSession(() =>
      send(path, organizationId, { method: 'HEAD', signal }),
    );
    await expectBytes(response, undefined);
    return apiUrlOf(path);
  } catch (error) {
    if (isApiError(error)) throw error;
    throw new ApiError(signal.aborted ? 'timeout' : 'network', undefined, { cause: error });
  }
}

function send(
  path: string,
  organizationId: string,
  { range, method = 'GET', signal }: { range?: string; method?: string; signal: AbortSignal },
): Promise<Response> {
  return fetch(apiUrlOf(path), {
    method,
    headers: { [ORGANIZATION_HEADER]: organizationId, ...(range === undefined ? {} : { range }) },
    credentials: 'include',
    signal,
  });
}

async function expectBytes(response: Response, range: ReadBytesOptions['range']): Promise<void> {
  const { status, headers } = response;
  const requestId = headers.get(REQUEST_ID_HEADER) ?? undefined;
  if (!response.ok) expectSuccess({ status, text: await response.text(), requestId });
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  // A server may send the whole of a file for a range of it.
  if (!isPage && (range === undefined || status === 206)) return;
  await response.body?.cancel();
  throw new ApiError('contract', undefined, { status, requestId });
}

async function readAll(
  response: Response,
  maxBytes: number,
  onPiece: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) break;
    onPiece();
    length += value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new ApiError('contract', undefined, { status: response.status });
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
