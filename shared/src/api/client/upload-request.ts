import { ApiError } from '../api-error.ts';
import { REQUEST_ID_HEADER } from './call.ts';
import type { ApiResponse } from './call.ts';

/** A request that reports how much of its body was sent. */
export interface UploadRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as it is, without reading it into memory. */
  body: Blob | null;
  /** Called with bytes, as often as the browser reports; the total is undefined where it is not known. */
  onProgress?: ((loaded: number, total: number | undefined) => void) | undefined;
  /** Milliseconds without progress after which the connection counts as broken; without it, never. */
  stallTimeout?: number;
  signal?: AbortSignal | undefined;
}

/** A response, with those of its headers that this page may read. */
export interface UploadResponse extends ApiResponse {
  header: (name: string) => string | null;
}

/**
 * Sends a request with an XMLHttpRequest, cookies included: fetch cannot report how much of a body was sent.
 * Throws `network`; an aborted request throws the signal's reason.
 */
export function sendUploadRequest(options: UploadRequest): Promise<UploadResponse> {
  const { method, url, headers, body, onProgress, stallTimeout, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const fail = () => reject(new ApiError('network', 'Upload failed'));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      if (stallTimeout === undefined) return;
      timer = setTimeout(() => {
        fail();
        abort();
      }, stallTimeout);
    };
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      watch();
      onProgress?.(loaded, lengthComputable ? total : undefined);
    });
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader(REQUEST_ID_HEADER) ?? undefined,
        header: (name) => request.getResponseHeader(name),
      }),
    );
    request.addEventListener('error', fail);
    request.addEventListener('timeout', fail);
    request.addEventListener('abort', () =>
      reject(signal?.reason ?? new DOMException('The upload was aborted.', 'AbortError')),
    );
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort, { once: true });
    watch();
    request.send(body);
  });
}
