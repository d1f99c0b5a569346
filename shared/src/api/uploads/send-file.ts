import { FILENAME_HEADER } from '../../contract/public.ts';
import { ApiError } from '../api-error.ts';
import { ORGANIZATION_HEADER, REQUEST_ID_HEADER } from '../client/call.ts';
import type { ApiResponse } from '../client/call.ts';

export interface UploadFileOptions {
  organizationId: string;
  /** Called with bytes, as often as the browser reports; starts at 0 again after a session refresh. */
  onProgress: (loaded: number, total: number) => void;
  signal?: AbortSignal;
  /** By default that of a zip. */
  contentType?: string;
}

/** Uploads a file with an XMLHttpRequest: fetch cannot report how much of a body was sent. */
export function sendFile(
  url: string,
  file: File,
  { organizationId, onProgress, signal, contentType = 'application/zip' }: UploadFileOptions,
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const fail = () => reject(new ApiError('network', 'Upload failed'));
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', contentType);
    // A lone surrogate, which some systems allow in a name, cannot be encoded.
    request.setRequestHeader(FILENAME_HEADER, encodeURIComponent(file.name.toWellFormed()));
    request.setRequestHeader(ORGANIZATION_HEADER, organizationId);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress(loaded, lengthComputable ? total : file.size),
    );
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader(REQUEST_ID_HEADER) ?? undefined,
      }),
    );
    request.addEventListener('error', fail);
    request.addEventListener('timeout', fail);
    request.addEventListener('abort', () =>
      reject(signal?.reason ?? new DOMException('The upload was aborted.', 'AbortError')),
    );
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort, { once: true });
    request.send(file);
  });
}
