import { createdSchema, FILENAME_HEADER } from '../../contract/public.ts';
import type { Created } from '../../contract/public.ts';
import { expectSuccess, readBody } from './answers.ts';
import { ApiError } from '../api-error.ts';
import { apiUrlOf } from './client-settings.ts';
import { withSession } from '../session/session-refresh.ts';
import { forgetResponses } from './dedupe.ts';
import { ORGANIZATION_HEADER } from './transport.ts';
import type { Answer } from './transport.ts';

export interface UploadFileOptions {
  organizationId: string;
  /** Told in bytes, as often as the browser says; starts again at 0 when the session was refreshed. */
  onProgress: (loaded: number, total: number) => void;
  signal?: AbortSignal;
}

// fetch cannot tell how much of a body has been sent.
function sendFile(url: string, file: File, options: UploadFileOptions): Promise<Answer> {
  const { organizationId, onProgress, signal } = options;
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
    request.setRequestHeader('Content-Type', 'application/zip');
    // Half a character, which some systems allow in a name, cannot be encoded.
    request.setRequestHeader(FILENAME_HEADER, encodeURIComponent(file.name.toWellFormed()));
    request.setRequestHeader(ORGANIZATION_HEADER, organizationId);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress(loaded, lengthComputable ? total : file.size),
    );
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader('X-Request-Id') ?? undefined,
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

/**
 * Sends a zip as it is, with its name in a header, and tells how far it has come. Raises what other
 * calls raise, with "Upload failed" for a broken connection and "Failed to parse response" for an
 * answer that is none; an aborted upload raises the signal's reason.
 */
export async function uploadFile(
  path: string,
  file: File,
  options: UploadFileOptions,
): Promise<Created> {
  const url = apiUrlOf(path);
  try {
    const answer = await withSession(() => sendFile(url, file, options), false);
    return readBody(expectSuccess(answer), createdSchema, 'Failed to parse response');
  } finally {
    forgetResponses();
  }
}
